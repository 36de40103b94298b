import { openPlatform } from '../../../../src/platform/index.ts';
import { seeded } from '../../../support/faults.ts';
import { cleanEnvironment, type RunningProgram, startProgram } from '../../../support/program.ts';
import { stormFaults } from './storm-faults.ts';
import { type StormCounts, type StormSource, sendUntilAcknowledged, stormReports } from './storm-load.ts';

export interface StormRun {
  /** Reports of calls, two for each call. */
  reports: number;
  /** How often one of the two processes is killed while reports arrive. */
  kills: number;
  seed: number;
  /** A new SQLite file, or the URL of an empty database of PostgreSQL. */
  database: string;
  /** The home folder of the programs. */
  folder: string;
  /** Environment variables of the programs. */
  env?: Record<string, string>;
  /** Called with the number of acknowledged reports. */
  progress?: (acknowledged: number) => void;
}

export interface StormResult extends StormCounts {
  /** Reports that were sent to both processes. */
  doubled: number;
  kills: number;
  /** A sentence for each call or report that is lost, doubled or incomplete. Expected to be empty. */
  faults: string[];
  seconds: number;
}

const SOURCES = 4;
const SENDERS_PER_SOURCE = 4;
/** The two programs that serve one database. Both receive reports. */
const COMMANDS = ['platform', 'http'] as const;

/**
 * Sends the reports of four sources to two processes on one database, kills the processes with SIGKILL in between, and
 * compares what was acknowledged with the database.
 */
export async function runStorm(run: StormRun): Promise<StormResult> {
  const { kills, seed, database, folder, progress } = run;
  const startedAt = performance.now();
  const random = seeded(seed);
  const calls = Math.floor(run.reports / 2);
  const reports = stormReports(await addSources(database), calls, random);
  const env = cleanEnvironment(folder, run.env);
  const servers: Server[] = [];
  // One after the other: the first may have to change the journal of the file.
  for (const command of COMMANDS) servers.push(await serve(command, database, env));
  // Each kill at a random number of acknowledged reports; the processes in turn.
  const moments = Array.from({ length: kills }, () => 1 + Math.floor(random() * (reports.length - 1)));
  const pending = moments.toSorted((a, b) => a - b);
  let done = 0;
  let restarts = Promise.resolve();
  const killNext = async () => {
    const index = done++ % servers.length;
    const killed = servers[index] as Server;
    // The number of acknowledgements says when; a part of a millisecond later, a transaction may be open.
    await new Promise((resolve) => setTimeout(resolve, random() * 5));
    await killed.program.stop('SIGKILL');
    servers[index] = await serve(COMMANDS[index] as (typeof COMMANDS)[number], database, env);
  };
  const counts = await sendUntilAcknowledged(reports, () => servers.map(({ url }) => url), {
    sendersPerSource: SENDERS_PER_SOURCE,
    onAcknowledged(count) {
      progress?.(count);
      while ((pending[0] ?? Number.POSITIVE_INFINITY) <= count) {
        pending.shift();
        restarts = restarts.then(killNext);
      }
    },
  });
  await restarts;
  const codes = await Promise.all(servers.map(({ program }) => program.stop()));
  return {
    ...counts,
    doubled: reports.filter(({ isDoubled }) => isDoubled).length,
    kills: done,
    faults: [
      ...codes.filter((code) => code !== 0).map((code) => `a process ended with ${code}`),
      ...(await stormFaults(database, reports, calls)),
    ],
    seconds: (performance.now() - startedAt) / 1_000,
  };
}

async function addSources(database: string): Promise<StormSource[]> {
  const platform = await openPlatform({ database, demo: false, deliveries: false });
  const sources: StormSource[] = [];
  for (let index = 0; index < SOURCES; index++) {
    const { source, secret } = await platform.callSources.add({ vendor: 'generic', name: `source ${index}` });
    sources.push({ id: source.id, secret: secret?.reveal() ?? '' });
  }
  await platform.close();
  return sources;
}

interface Server {
  program: RunningProgram;
  url: string;
}

async function serve(command: (typeof COMMANDS)[number], database: string, env: Record<string, string>) {
  const program = startProgram([command, '--port', '0', '--database', database], env);
  const url = (await program.until(/http:\/\/127\.0\.0\.1:\d+/))[0];
  await program.until(/Ctrl-C/);
  return { program, url } satisfies Server;
}
