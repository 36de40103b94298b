import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { openPlatform } from '../../../src/platform/index.ts';
import { compiledScript } from '../../support/compiled-script.ts';
import { business } from './business.ts';
import type { Entry, History, LoggedEvent } from './history.ts';

export interface HistoryRun {
  database: string;
  /** Requests of all processes. */
  operations: number;
  processes: number;
  seed: number;
  /** True: the last process is killed when half of its requests are sent. */
  kills: boolean;
}

/** Makes several processes book, move, cancel and close at the same time. Returns all requests, answers and events. */
export async function makeHistory({ database, operations, processes, seed, kills }: HistoryRun): Promise<History> {
  // More days for more bookings, so that about as many requests are refused as are accepted.
  const days = Math.max(5, Math.ceil(operations / 120));
  const share = Math.ceil(operations / processes);
  const entries: Entry[] = [];
  const children = [];
  for (let index = 0; index < processes; index++) {
    const isKilled = kills && index === processes - 1;
    const child = startProcess([database, `n${index}`, share, days, seed + index, index === 0].map(String), (entry) => {
      entries.push(entry);
      if (isKilled && 'sent' in entry && entry.sent.id === `n${index}-${Math.ceil(share / 2)}`) child.kill();
    });
    await child.ready;
    children.push({ ...child, isKilled });
  }
  for (const child of children) child.go();
  const codes = await Promise.all(children.map(({ ended }) => ended));
  for (const [index, { isKilled }] of children.entries()) {
    if ((codes[index] === null) !== isKilled || (codes[index] ?? 0) !== 0)
      throw new Error(`process ${index} ended with ${codes[index]}`);
  }
  return { entries, events: await readEvents(database), hasKills: kills };
}

function startProcess(args: string[], onEntry: (entry: Entry) => void) {
  const path = compiledScript(fileURLToPath(new URL('make.ts', import.meta.url)));
  const child = spawn(process.execPath, [path, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  const ended = new Promise<number | null>((resolve) => void child.on('close', resolve));
  const ready = new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      if (line === 'ready') resolve();
      // The last line of a killed process can be cut off.
      else if (line.startsWith('{') && isJson(line)) onEntry(JSON.parse(line) as Entry);
    });
    void ended.then(() => reject(new Error('a process ended before it was ready')));
  });
  return { ready, ended, go: () => void child.stdin.write('go\n'), kill: () => void child.kill('SIGKILL') };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

async function readEvents(database: string): Promise<LoggedEvent[]> {
  const platform = await openPlatform({ database, business });
  const found: LoggedEvent[] = [];
  for (let last = 0; ; ) {
    const { events, sequences } = await platform.events.since(last, 500);
    if (events.length === 0) break;
    for (const [index, { type, data }] of events.entries()) {
      const contact = data.contact as { email: string };
      found.push({
        sequence: sequences[index] as number,
        type,
        booking: data.id as string,
        notes: data.notes as string,
        person: data.staff_id as string,
        contact: data.contact_id as string,
        email: contact.email,
        start: Date.parse(data.start_time as string),
        end: Date.parse(data.end_time as string),
      });
    }
    last = sequences.at(-1) as number;
  }
  await platform.close();
  return found;
}
