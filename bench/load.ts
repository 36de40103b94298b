/**
 * Load test of one and of three servers, alone and behind a plain proxy, with an upstream and with the embedded platform on
 * PostgreSQL: calls per second, latency, processor time and memory, compared with the raw SDK's HTTP handler with one
 * tool.
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

/** The measurements of one arrangement under one load, one number per round. */
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
async function applyLoad(arrangement: Arrangement, bookings: number, ms: number) {
  const { url } = arrangement;
  const before = cpu(arrangement);
  const result = await clients.run({ url, inFlight, ms, bookings, from: booked });
  booked += result.booked;
  if (result.failed.length > 0) {
    throw new Error(`${arrangement.name}: ${result.failed.length} calls failed, the first with: ${result.failed[0]}`);
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
    await applyLoad(one, load.bookings, WARM_UP_MS);
    samples.set(key(load.name, one.name), { perSecond: [], p50: [], p99: [], cpu: [], memory: [] });
  }
  for (let round = 1; round <= rounds; round++) {
    for (const { load, one } of runs) {
      const result = await applyLoad(one, load.bookings, Number(values.ms));
      const target = samples.get(key(load.name, one.name)) as Samples;
      for (const name of ['perSecond', 'p50', 'p99', 'cpu'] as const) target[name].push(result[name]);
      target.memory.push(Math.max(...one.servers.map(({ pid }) => residentMiB(pid))));
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
  `\n×: ratio to the SDK in the same arrangement; medians of ${rounds} rounds of ${Number(values.ms) / 1_000} s. MiB: the largest server.`,
);

function row(load: string, { name, against }: Arrangement): string[] {
  const own = samples.get(key(load, name)) as Samples;
  const base = against === undefined ? undefined : samples.get(key(load, against));
  const format = (key: keyof Samples, digits: number) => median(own[key]).toFixed(digits);
  // Ratios within a round, not of medians, because the machine's speed changes between rounds.
  const ratio = (what: keyof Samples) =>
    base ? median(own[what].map((value, index) => value / (base[what][index] ?? Number.NaN))).toFixed(2) : '';
  return [
    name,
    ...[format('perSecond', 0), ratio('perSecond')],
    ...[format('p50', 1), format('p99', 1), ratio('p99')],
    ...[format('cpu', 0), ratio('cpu'), format('memory', 0)],
  ];
}
