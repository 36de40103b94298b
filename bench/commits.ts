/**
 * Compares two builds of the program by the durable bookings that the embedded platform makes in each second on a SQLite
 * file, with one caller and with many, through one process and through several on one file, in alternating rounds:
 * `npm run bench:commits -- --against ../other --rounds 5 --seconds 3`. `../other` is a source tree with its `dist`. Also
 * measures fsync in the folder of the databases. `--fsync-ms 2` delays each fsync of the servers by that time with strace
 * (Linux), as on slower disks.
 */
import { fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Agent, request } from 'undici';
import type { openPlatform } from '../src/platform/index.ts';
import { openHour } from '../test/support/open-hours.ts';
import { cleanEnvironment, type RunningProgram, startProcess } from '../test/support/program.ts';
import { median, percentile, table } from './lib/numbers.ts';
import { cpuMicros } from './lib/process.ts';

const { values } = parseArgs({
  options: {
    against: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    callers: { type: 'string', default: '1,32' },
    processes: { type: 'string', default: '1,3' },
    'fsync-ms': { type: 'string', default: '0' },
  },
});
const rounds = Number(values.rounds);
const durationMs = Number(values.seconds) * 1_000;
const WARM_UP_MS = 1_000;
const fsyncMs = Number(values['fsync-ms']);
const [callerCounts, processCounts] = [values.callers, values.processes].map((list) => list.split(',').map(Number)) as [
  number[],
  number[],
];
const builds = [
  ...(values.against === undefined ? [] : [{ build: 'other', tree: resolve(values.against) }]),
  { build: 'this', tree: resolve(import.meta.dirname, '..') },
];

/** Delays the system calls with which SQLite waits for the disk, and stops the process at no other one. */
const strace =
  fsyncMs > 0
    ? ['strace', '-f', '-D', '--seccomp-bpf', '-o', '/dev/null', '-e', 'trace=fsync,fdatasync'].concat([
        '-e',
        `inject=fsync,fdatasync:delay_exit=${fsyncMs * 1_000}`,
      ])
    : [];

interface Subject {
  build: string;
  processes: number;
  running: RunningProgram[];
  /** Of the APIs of its processes. */
  urls: string[];
  key: string;
  /** The number of its last booking. */
  last: number;
  samples: Map<number, { perSecond: number[]; p50: number[]; p99: number[]; slowest: number[]; cpu: number[] }>;
}

const folder = mkdtempSync(join(tmpdir(), 'rcpt-bookings-'));
const connections = new Agent({ connections: Math.max(...callerCounts) });

async function start({ build, tree }: (typeof builds)[number], processes: number): Promise<Subject> {
  const database = join(folder, `${build}-${processes}.db`);
  // Each tree fills its own database: an older one does not open a newer database.
  const source = (await import(join(tree, 'src/platform/index.ts'))) as { openPlatform: typeof openPlatform };
  const platform = await source.openPlatform({ database, deliveries: false });
  const { key } = await platform.keys.create({ name: 'benchmark', scopes: ['write:bookings'] });
  await platform.close();
  const args = ['platform', '--port', '0', '--database', database];
  const running = Array.from({ length: processes }, () =>
    startProcess([...strace, process.execPath, join(tree, 'dist/cli.js'), ...args], cleanEnvironment(folder)),
  );
  const urls = await Promise.all(running.map(async (one) => (await one.until(/served at (\S+)\/v1/))[1] as string));
  return { build, processes, running, urls, key: key.reveal(), last: 0, samples: new Map() };
}

async function book(subject: Subject, url: string): Promise<void> {
  const number = ++subject.last;
  const contact = { name: `Caller ${number}`, email: `caller.${number}@example.com` };
  const answer = await request(`${url}/v1/bookings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': subject.key },
    body: JSON.stringify({ service_id: 'svc_cleaning', start_time: openHour(number), contact }),
    dispatcher: connections,
  });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`${subject.build}: ${answer.statusCode} ${text}`);
}

/** Each caller books again as soon as it has its answer, always through the same process. */
async function load(subject: Subject, callers: number, ms: number): Promise<{ taken: number[]; cpu: number }> {
  const { urls, running } = subject;
  const cpu = () => running.reduce((sum, { child }) => sum + cpuMicros(child.pid), 0);
  const [begin, before] = [performance.now(), cpu()];
  const taken: number[] = [];
  const caller = async (_: unknown, index: number) => {
    while (performance.now() - begin < ms) {
      const sent = performance.now();
      await book(subject, urls[index % urls.length] as string);
      taken.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return { taken, cpu: (cpu() - before) / taken.length };
}

/** Milliseconds of an fsync after 32 KiB, the size of about one booking in the WAL. */
function fsyncTime(): number {
  const file = openSync(join(folder, 'fsync'), 'w');
  const taken = Array.from({ length: 200 }, () => {
    writeSync(file, Buffer.alloc(32_768));
    const begin = performance.now();
    fdatasyncSync(file);
    return performance.now() - begin;
  });
  return median(taken);
}

const subjects: Subject[] = [];
try {
  for (const processes of processCounts) for (const build of builds) subjects.push(await start(build, processes));
  for (let round = 0; round <= rounds; round++) {
    for (const callers of callerCounts) {
      for (const subject of subjects) {
        if (callers < subject.processes) continue;
        const { taken, cpu } = await load(subject, callers, round === 0 ? WARM_UP_MS : durationMs);
        if (round === 0) {
          subject.samples.set(callers, { perSecond: [], p50: [], p99: [], slowest: [], cpu: [] });
          continue;
        }
        const target = subject.samples.get(callers);
        target?.perSecond.push((taken.length / durationMs) * 1_000);
        target?.p50.push(percentile(taken, 50));
        target?.p99.push(percentile(taken, 99));
        target?.slowest.push(Math.max(...taken));
        target?.cpu.push(cpu);
      }
    }
    if (round > 0) console.error(`round ${round} of ${rounds}`);
  }
  console.log(
    `An fsync takes ${fsyncTime().toFixed(2)} ms in ${tmpdir()}, delayed for the servers by ${fsyncMs} ms.\n`,
  );
  const rows = callerCounts.flatMap((callers) => subjects.flatMap((subject) => row(subject, callers)));
  console.log(
    table(['callers', 'processes', 'build', 'bookings/s', '×', 'p50 ms', 'p99 ms', 'slowest', 'CPU µs', '×'], rows),
  );
  console.log(`\n×: ratio to the other build in the same round; medians of ${rounds} rounds of ${values.seconds} s.`);
} finally {
  for (const one of subjects.flatMap(({ running }) => running)) await one.stop();
  await connections.destroy();
  rmSync(folder, { recursive: true });
}

function row({ build, processes, samples }: Subject, callers: number): string[][] {
  const own = samples.get(callers);
  if (!own) return [];
  const base = subjects.find((one) => one.build === 'other' && one.processes === processes)?.samples.get(callers);
  const ratio = (name: 'perSecond' | 'cpu') =>
    base ? median(own[name].map((value, index) => value / (base[name][index] ?? Number.NaN))).toFixed(2) : '';
  const cells = [median(own.perSecond).toFixed(0), ratio('perSecond')];
  const latencies = [own.p50, own.p99, own.slowest].map((sample) => median(sample).toFixed(1));
  return [[`${callers}`, `${processes}`, build, ...cells, ...latencies, median(own.cpu).toFixed(0), ratio('cpu')]];
}
