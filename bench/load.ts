/**
 * What one server answers and what three do, alone and behind a plain proxy, before an upstream and with the embedded
 * platform on PostgreSQL: calls a second, how long they take, processor time and memory, beside the raw SDK's HTTP
 * handler with one tool.
 * `npm run bench:load -- --rounds 5 --ms 5000 --in-flight 32`
 */
import { parseArgs } from 'node:util';
import { type Arrangement, startArrangements } from './lib/arrangements.ts';
import { databasesOf } from './lib/databases.ts';
import { startLoadClients } from './lib/load-clients.ts';
import { median, table } from './lib/numbers.ts';
import { cpuMicros, residentMiB } from './lib/process.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    ms: { type: 'string', default: '5000' },
    'in-flight': { type: 'string', default: '32' },
  },
});
const rounds = Number(values.rounds);
const inFlight = Number(values['in-flight']);
const WARM_UP_MS = 1_500;
const LOADS = [
  { name: 'reads', bookings: 0 },
  { name: '10 % bookings', bookings: 0.1 },
] as const;

/** Of one arrangement under one load, a number a round. */
interface Samples {
  perSecond: number[];
  p50: number[];
  p99: number[];
  cpu: number[];
  memory: number[];
}

const databases = await databasesOf('postgres', undefined);
const { all, close } = await startArrangements(await databases.open('load'));
const clients = startLoadClients();
let booked = 0;

const cpu = ({ servers }: Arrangement) => servers.reduce((sum, { pid }) => sum + cpuMicros(pid), 0);
async function put(arrangement: Arrangement, bookings: number, ms: number) {
  const { url } = arrangement;
  const before = cpu(arrangement);
  const result = await clients.put({ url, inFlight, ms, bookings, from: booked });
  booked += result.booked;
  if (result.failed.length > 0) {
    throw new Error(`${arrangement.name}: ${result.failed.length} calls failed, the first so: ${result.failed[0]}`);
  }
  return { ...result, cpu: (cpu(arrangement) - before) / result.done };
}

const runs = LOADS.flatMap((load) =>
  all.filter(({ books }) => books || load.bookings === 0).map((one) => ({ load, one })),
);
const samples = new Map<string, Samples>();
const key = (load: string, name: string) => `${load}: ${name}`;
try {
  for (const { load, one } of runs) {
    console.error(`warming up, ${load.name}: ${one.name}`);
    await put(one, load.bookings, WARM_UP_MS);
    samples.set(key(load.name, one.name), { perSecond: [], p50: [], p99: [], cpu: [], memory: [] });
  }
  for (let round = 1; round <= rounds; round++) {
    for (const { load, one } of runs) {
      const result = await put(one, load.bookings, Number(values.ms));
      const into = samples.get(key(load.name, one.name)) as Samples;
      for (const name of ['perSecond', 'p50', 'p99', 'cpu'] as const) into[name].push(result[name]);
      into.memory.push(Math.max(...one.servers.map(({ pid }) => residentMiB(pid))));
      console.error(`round ${round} of ${rounds}, ${load.name}: ${one.name}, ${result.perSecond.toFixed(0)} calls/s`);
    }
  }
} finally {
  await Promise.all([clients.close(), close()]);
  await databases.remove();
}

const HEAD = ['', 'calls/s', '×', 'p50 ms', 'p99 ms', '×', 'CPU µs', '×', 'MiB'];
for (const load of LOADS) {
  const rows = runs.filter((run) => run.load === load).map(({ one }) => row(load.name, one));
  console.log(`\n${load.name}, ${inFlight} calls in flight:\n\n${table(HEAD, rows)}`);
}
console.log(
  `\n× against the SDK's in the same place; medians of ${rounds} rounds of ${Number(values.ms) / 1_000} s. MiB: of the largest server.`,
);

function row(load: string, { name, against }: Arrangement): string[] {
  const own = samples.get(key(load, name)) as Samples;
  const base = against === undefined ? undefined : samples.get(key(load, against));
  const shown = (what: keyof Samples, digits: number) => median(own[what]).toFixed(digits);
  // Ratios of neighbours in time, not of medians: the machine's speed changes between rounds.
  const ratio = (what: keyof Samples) =>
    base ? median(own[what].map((value, index) => value / (base[what][index] ?? Number.NaN))).toFixed(2) : '';
  return [
    name,
    ...[shown('perSecond', 0), ratio('perSecond')],
    ...[shown('p50', 1), shown('p99', 1), ratio('p99')],
    ...[shown('cpu', 0), ratio('cpu'), shown('memory', 0)],
  ];
}
