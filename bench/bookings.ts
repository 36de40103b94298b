/**
 * Bookings on PostgreSQL with 32 callers: over the platform's HTTP API and through tools, for one or several source trees
 * alternately, each on a database of its own on one server.
 * `npm run bench:bookings -- --tree . --tree ../old --rounds 5 --ms 4000 --in-flight 32`
 */

import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { httpClient } from './lib/callers.ts';
import { databasesOf } from './lib/databases.ts';
import { median, percentile, table } from './lib/numbers.ts';
import { address, type Child, cpuMicros, run, runServer, stop } from './lib/process.ts';

const { values } = parseArgs({
  options: {
    tree: { type: 'string', multiple: true, default: ['.'] },
    rounds: { type: 'string', default: '5' },
    ms: { type: 'string', default: '4000' },
    'in-flight': { type: 'string', default: '32' },
  },
});
const rounds = Number(values.rounds);
const inFlight = Number(values['in-flight']);
const PEOPLE = 20;
const HOUR_MS = 3_600_000;
const FIRST = Date.UTC(2199, 0, 7);
const LOADS = [
  { name: 'API, only bookings', over: 'api', everyNth: 1 },
  { name: 'API, a booking in ten calls', over: 'api', everyNth: 10 },
  { name: 'tools, only bookings', over: 'tools', everyNth: 1 },
  { name: 'tools, a booking in ten calls', over: 'tools', everyNth: 10 },
] as const;

/** One source tree under load. Each call resolves when it is answered, and rejects if that is a refusal. */
interface Target {
  tree: string;
  servers: Child[];
  booked: number;
  api: Callers;
  tools: Callers;
  close(): Promise<void>;
}

interface Callers {
  book(serial: number): Promise<unknown>;
  read(id: string): Promise<unknown>;
}

interface Sample {
  perSecond: number;
  p50: number;
  p99: number;
  cpu: number;
}

/** The `serial`th booking: ten services in each hour, each of which three of twenty people perform. One of them is free. */
const bookingOf = (serial: number) => ({
  service_id: `svc_${(serial * 2) % PEOPLE}`,
  start_time: new Date(FIRST + Math.floor((serial * 2) / PEOPLE) * HOUR_MS).toISOString(),
  contact: { name: `Customer ${serial}`, email: `customer.${serial}@example.com` },
});

async function startTarget(tree: string, database: string): Promise<Target> {
  const platform = runServer('platform', [resolve(tree), database], {});
  const lines = createInterface({ input: platform.stdout })[Symbol.asyncIterator]();
  const { url, key } = JSON.parse((await lines.next()).value as string) as { url: string; key: string };
  const program = run([resolve(tree, 'dist/cli.js'), 'http', '--port', '0'], {
    RCPT_DATABASE: database,
    RCPT_DEMO: 'false',
  });
  const client = httpClient(await address(program), '2026-07-28', inFlight);
  const pool = new Pool(new URL(url).origin, { connections: inFlight });
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const send = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const answer = await pool.request({ method, path, headers, body: body ? JSON.stringify(body) : null });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${text}`);
    return JSON.parse(text) as { data: { id: string } };
  };
  return {
    tree,
    servers: [platform, program],
    booked: 0,
    api: {
      book: (serial) => send('POST', '/api/v1/bookings', bookingOf(serial)),
      read: (id) => send('GET', `/api/v1/bookings/${id}`),
    },
    tools: {
      book: (serial) => {
        const { service_id, start_time, contact } = bookingOf(serial);
        return client.call('create_booking', {
          service_id,
          start_time,
          contact_name: contact.name,
          contact_email: contact.email,
        });
      },
      read: (id) => client.call('get_booking', { booking_id: id }),
    },
    async close() {
      await Promise.all([client.close(), pool.destroy()]);
      await Promise.all([platform, program].map(stop));
    },
  };
}

async function applyLoad(target: Target, { over, everyNth }: (typeof LOADS)[number], ms: number): Promise<Sample> {
  const callers = target[over];
  const { data } = (await target.api.book(target.booked++)) as { data: { id: string } };
  const cpu = () => target.servers.reduce((sum, { pid }) => sum + cpuMicros(pid), 0);
  const taken: number[] = [];
  let sentCount = 0;
  const cpuBefore = cpu();
  const begin = performance.now();
  const caller = async () => {
    while (performance.now() - begin < ms) {
      const books = sentCount++ % everyNth === 0;
      const sent = performance.now();
      await (books ? callers.book(target.booked++) : callers.read(data.id));
      taken.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, caller));
  const perSecond = (taken.length / (performance.now() - begin)) * 1_000;
  return { perSecond, p50: percentile(taken, 50), p99: percentile(taken, 99), cpu: (cpu() - cpuBefore) / taken.length };
}

const databases = await databasesOf('postgres', undefined);
const targets: Target[] = [];
const samples = new Map<string, Sample[]>();
const keyOf = (load: string, tree: string) => `${load}: ${tree}`;
try {
  for (const tree of values.tree) targets.push(await startTarget(tree, await databases.open(tree)));
  for (let round = 0; round <= rounds; round++) {
    for (const load of LOADS) {
      for (const target of targets) {
        const sample = await applyLoad(target, load, round === 0 ? 1_000 : Number(values.ms));
        const key = keyOf(load.name, target.tree);
        // The first round warms up.
        if (round > 0) samples.set(key, [...(samples.get(key) ?? []), sample]);
        console.error(
          `round ${round} of ${rounds}, ${key}: ${sample.perSecond.toFixed(0)}/s, p99 ${sample.p99.toFixed(0)} ms`,
        );
      }
    }
  }
} finally {
  await Promise.all(targets.map((target) => target.close()));
  await databases.remove();
}

for (const { name } of LOADS) {
  const rows = targets.map(({ tree }) => {
    const own = samples.get(keyOf(name, tree)) ?? [];
    const last = samples.get(keyOf(name, targets.at(-1)?.tree ?? '')) ?? [];
    const middle = (what: keyof Sample, digits: number) => median(own.map((one) => one[what])).toFixed(digits);
    // Ratios within a round, not of medians, because the machine's speed changes between rounds.
    const ratio = median(own.map((one, index) => one.perSecond / (last[index]?.perSecond ?? Number.NaN))).toFixed(2);
    return [tree, middle('perSecond', 0), ratio, middle('p50', 1), middle('p99', 1), middle('cpu', 0)];
  });
  console.log(
    `\n${name}, ${inFlight} in flight:\n\n${table(['', 'calls/s', '×', 'p50 ms', 'p99 ms', 'CPU µs'], rows)}`,
  );
}
process.exit(0);
