import { join } from 'node:path';
import { seeded } from '../support/faults.ts';
import { cleanEnvironment, type RunningProgram, startProgram } from '../support/program.ts';
import { inspectDatabase } from './inspect.ts';
import { type KillLoad, type Told, writeUntilKilled } from './load.ts';

/** What kills left behind. */
export interface KillReport {
  rounds: number;
  /** By kind of write: answered with success, and sent without an answer when the process was killed. */
  told: Map<Told['kind'], { acknowledged: number; unanswered: number; unansweredKept: number }>;
  /** Each should be empty: a sentence for each write lost, record half-written, or complaint of the database. */
  wrong: string[];
  /** The longest time from the start of the program until it served, after a kill, in milliseconds. */
  slowestStart: number;
  seconds: number;
}

export interface KillRun {
  rounds: number;
  seed: number;
  /** An empty folder for the database. */
  folder: string;
  callers?: number;
  /** Told after each round. */
  progress?: (round: number) => void;
}

/**
 * Kills the platform's process with SIGKILL in the middle of writes, again and again on one database. After each kill
 * the program itself is what opens the database next; only then is it looked at from beside it.
 */
export async function runKills({ rounds, seed, folder, callers = 6, progress }: KillRun): Promise<KillReport> {
  const begin = Date.now();
  const random = seeded(seed);
  const database = join(folder, 'platform.db');
  const writes: Told[] = [];
  const wrong: string[] = [];
  let slowestStart = 0;
  let key = '';
  for (let round = 0; round <= rounds; round++) {
    const started = Date.now();
    const { program, url } = await start(database, folder);
    if (round > 0) slowestStart = Math.max(slowestStart, Date.now() - started);
    else key = /sk_live_\S+/.exec(program.output.stdout)?.[0] ?? '';
    // What was told in all rounds so far, not only in the last: later kills may not damage earlier writes.
    wrong.push(...(await inspectDatabase(database, { url, key }, writes)).map((text) => `round ${round}: ${text}`));
    if (program.output.stderr) wrong.push(`round ${round}: the program complained: ${program.output.stderr}`);
    if (round === rounds) await program.stop();
    else {
      const load: KillLoad = { url, key, callers, round, killAfter: 20 + Math.floor(random() * 80) };
      writes.push(...(await writeUntilKilled(program, load)));
      progress?.(round + 1);
    }
  }
  return { rounds, told: count(writes), wrong, slowestStart, seconds: (Date.now() - begin) / 1_000 };
}

async function start(database: string, home: string): Promise<{ program: RunningProgram; url: string }> {
  const program = startProgram(['platform', '--port', '0', '--database', database], cleanEnvironment(home));
  const url = (await program.until(/http:\/\/127\.0\.0\.1:\d+/))[0];
  await program.until(/Ctrl-C/);
  return { program, url };
}

function count(writes: Told[]): KillReport['told'] {
  const told: KillReport['told'] = new Map();
  for (const { kind, acknowledged, kept } of writes) {
    const row = told.get(kind) ?? { acknowledged: 0, unanswered: 0, unansweredKept: 0 };
    if (acknowledged) row.acknowledged++;
    else row.unanswered++;
    if (!acknowledged && kept) row.unansweredKept++;
    told.set(kind, row);
  }
  return told;
}
