import { join } from 'node:path';
import { seeded } from '../support/faults.ts';
import { cleanEnvironment, type RunningProgram, startProgram } from '../support/program.ts';
import { inspectDatabase } from './inspect.ts';
import { type KillLoad, type Write, writeUntilKilled } from './load.ts';

/** The result of a run of kills. */
export interface KillReport {
  rounds: number;
  /** By kind of write: acknowledged, and unanswered because the process was killed. */
  counts: Map<Write['kind'], { acknowledged: number; unanswered: number; unansweredCommitted: number }>;
  /** A sentence for each lost write, partial record or error of the database. Expected to be empty. */
  faults: string[];
  /** The longest start-up after a kill, in milliseconds. */
  slowestStartMs: number;
  seconds: number;
}

export interface KillRun {
  rounds: number;
  seed: number;
  /** An empty folder for the database. */
  folder: string;
  callers?: number;
  /** Environment variables of the program. */
  env?: Record<string, string>;
  /** Called after each round. */
  progress?: (round: number) => void;
}

/**
 * Repeatedly kills the platform's process with SIGKILL during writes on one database. After each kill the program itself
 * opens the database first, and only then the test reads it.
 */
export async function runCrashTest({
  rounds,
  seed,
  folder,
  callers = 16,
  env,
  progress,
}: KillRun): Promise<KillReport> {
  const startedAt = Date.now();
  const random = seeded(seed);
  const database = join(folder, 'platform.db');
  const writes: Write[] = [];
  const faults: string[] = [];
  let slowestStartMs = 0;
  let key = '';
  for (let round = 0; round <= rounds; round++) {
    const started = Date.now();
    const { program, url } = await start(database, cleanEnvironment(folder, env));
    if (round > 0) slowestStartMs = Math.max(slowestStartMs, Date.now() - started);
    else key = /sk_live_\S+/.exec(program.output.stdout)?.[0] ?? '';
    // Checks the writes of all rounds, because later kills must not damage earlier writes.
    faults.push(...(await inspectDatabase(database, { url, key }, writes)).map((text) => `round ${round}: ${text}`));
    if (program.output.stderr) faults.push(`round ${round}: the program logged: ${program.output.stderr}`);
    if (round === rounds) await program.stop();
    else {
      const load: KillLoad = { url, key, callers, round, killAfter: 20 + Math.floor(random() * 80) };
      writes.push(...(await writeUntilKilled(program, load)));
      progress?.(round + 1);
    }
  }
  return { rounds, counts: count(writes), faults, slowestStartMs, seconds: (Date.now() - startedAt) / 1_000 };
}

async function start(database: string, env: Record<string, string>): Promise<{ program: RunningProgram; url: string }> {
  const program = startProgram(['platform', '--port', '0', '--database', database], env);
  const url = (await program.until(/http:\/\/127\.0\.0\.1:\d+/))[0];
  await program.until(/Ctrl-C/);
  return { program, url };
}

function count(writes: Write[]): KillReport['counts'] {
  const counts: KillReport['counts'] = new Map();
  for (const { kind, acknowledged, committed } of writes) {
    const row = counts.get(kind) ?? { acknowledged: 0, unanswered: 0, unansweredCommitted: 0 };
    if (acknowledged) row.acknowledged++;
    else row.unanswered++;
    if (!acknowledged && committed) row.unansweredCommitted++;
    counts.set(kind, row);
  }
  return counts;
}
