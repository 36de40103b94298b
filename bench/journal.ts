/**
 * Compares the journals of SQLite files: the program serves the platform from a database with a WAL and from one with a
 * rollback journal, in one process and in two, in alternating rounds. `npm run bench:journal -- --rounds 5 --seconds 2`;
 * `--node 22.22.2` adds a Node whose own SQLite has the WAL-reset bug.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadSqlite } from '../src/platform/store/sqlite/driver.ts';
import { AFFECTED } from '../test/support/affected.ts';
import { cleanEnvironment, PROGRAM, startProcess } from '../test/support/program.ts';
import { nodeBinaries } from './lib/nodes.ts';
import { median, percentile, table } from './lib/numbers.ts';

const { values } = parseArgs({
  options: {
    node: { type: 'string', multiple: true, default: [] },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
  },
});
const rounds = Number(values.rounds);
const durationMs = Number(values.seconds) * 1_000;
const WRITERS = 4;
const READERS = 2;
const COMMITS = 2_000;

interface Arrangement {
  name: string;
  node: string;
  program: string;
  env: Record<string, string>;
  processes: number;
  /** Creates in each second: alone, and beside reads. */
  writes: number[];
  writesBesideReads: number[];
  /** Milliseconds of each read. */
  reads: number[];
  readsBesideWrites: number[];
}

const folder = mkdtempSync(join(tmpdir(), 'rcpt-journal-'));
// Without the optional SQLite package next to it, the program uses that of Node.
const alone = join(folder, 'dist');
cpSync(join(PROGRAM, '..'), alone, { recursive: true });
const subjects = [
  { name: 'WAL', node: process.execPath, program: PROGRAM, env: {} },
  { name: 'rollback journal', node: process.execPath, program: PROGRAM, env: AFFECTED },
  ...nodeBinaries(values.node).map(({ path, version }) => ({
    name: `Node ${version}`,
    node: path,
    program: join(alone, 'cli.js'),
    env: {},
  })),
];
const arrangements: Arrangement[] = [1, 2].flatMap((processes) =>
  subjects.map((subject) => ({
    ...subject,
    processes,
    writes: [],
    writesBesideReads: [],
    reads: [],
    readsBesideWrites: [],
  })),
);

/** Starts the processes of an arrangement on a new database, and measures each kind of load for a while. */
async function measure(arrangement: Arrangement, database: string): Promise<void> {
  const { node, program, env, processes } = arrangement;
  const environment = cleanEnvironment(folder, { RCPT_DATABASE: database, ...env });
  const running = [];
  let key = '';
  const urls: string[] = [];
  for (let count = 0; count < processes; count++) {
    const started = startProcess([node, program, 'platform', '--port', '0'], environment);
    running.push(started);
    urls.push((await started.until(/served at (\S+)\/v1/))[1] as string);
    if (count === 0) key = (await started.until(/sk_live_\w+/))[0];
  }
  let sequence = 0;
  const request = async (url: string, body?: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    const response = await fetch(`${url}/v1/contacts?per_page=20`, init);
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${arrangement.name}: status ${response.status}`);
  };
  const load = async (writers: number, readers: number, ms: number) => {
    const end = performance.now() + ms;
    const durations: number[] = [];
    let written = 0;
    const callers = (count: number, call: (url: string) => Promise<void>) =>
      Array.from({ length: count }, async (_, index) => {
        while (performance.now() < end) await call(urls[index % urls.length] as string);
      });
    await Promise.all([
      ...callers(writers, async (url) => {
        await request(url, { name: `Caller ${++sequence}` });
        written++;
      }),
      ...callers(readers, async (url) => {
        const begin = performance.now();
        await request(url);
        durations.push(performance.now() - begin);
      }),
    ]);
    return { durations, perSecond: written / (ms / 1_000) };
  };
  await load(WRITERS, READERS, 500);
  arrangement.writes.push((await load(WRITERS, 0, durationMs)).perSecond);
  arrangement.reads.push(...(await load(0, READERS, durationMs)).durations);
  const both = await load(WRITERS, READERS, durationMs);
  arrangement.writesBesideReads.push(both.perSecond);
  arrangement.readsBesideWrites.push(...both.durations);
  for (const one of running) await one.stop();
}

/** Commits of one small row in each second, on one connection without anything else. */
async function commitsPerSecond(journal: string, database: string): Promise<number> {
  const connection = new (await loadSqlite())(database);
  connection.exec(`pragma journal_mode = ${journal}; pragma synchronous = full; create table rows (value text)`);
  const insert = connection.prepare('insert into rows values (?)');
  const begin = performance.now();
  for (let count = 0; count < COMMITS; count++) insert.run(`value ${count}`);
  const seconds = (performance.now() - begin) / 1_000;
  connection.close();
  return COMMITS / seconds;
}

const commits = { wal: [] as number[], truncate: [] as number[] };
for (let round = 0; round < rounds; round++) {
  for (const journal of ['wal', 'truncate'] as const) {
    commits[journal].push(await commitsPerSecond(journal, join(folder, `${journal}-${round}.db`)));
  }
  for (const [index, arrangement] of arrangements.entries()) {
    await measure(arrangement, join(folder, `${round}-${index}.db`));
  }
  console.error(`round ${round + 1} of ${rounds}`);
}
rmSync(folder, { recursive: true });

const [wal, rollback] = [median(commits.wal).toFixed(0), median(commits.truncate).toFixed(0)];
console.log(`Commits per second on one connection: ${wal} with a WAL, ${rollback} with a rollback journal.\n`);
const latency = (durations: readonly number[]) =>
  `${median(durations).toFixed(1)} (${percentile(durations, 99).toFixed(0)})`;
console.log(
  table(
    ['journal', 'processes', 'creates per second', 'beside reads', 'read, ms (p99)', 'beside writes'],
    arrangements.map((one) => [
      one.name,
      String(one.processes),
      median(one.writes).toFixed(0),
      median(one.writesBesideReads).toFixed(0),
      latency(one.reads),
      latency(one.readsBesideWrites),
    ]),
  ),
);
