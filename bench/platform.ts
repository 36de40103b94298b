/**
 * Measures each kind of request to the embedded platform over HTTP with few and with many bookings, alternating between
 * the sizes. `npm run bench:platform -- --sizes 1000,100000,1000000 --rounds 30`. A million bookings take half a minute to
 * insert, only once if `--folder` names a folder for the SQLite files. `--engine postgres` starts its own server.
 */
import { parseArgs } from 'node:util';
import type { RunningServer } from '../src/lib/http/serve.ts';
import { silentLogger } from '../src/lib/logging/logger.ts';
import { openPlatform, type Platform } from '../src/platform/index.ts';
import { servePlatform } from '../src/platform/serve.ts';
import { databasesOf } from './lib/databases.ts';
import { median, percentile, table } from './lib/numbers.ts';
import { operationsOf } from './lib/operations.ts';
import { clock, seed } from './lib/seed.ts';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,100000,1000000' },
    rounds: { type: 'string', default: '30' },
    engine: { type: 'string', default: 'sqlite' },
    folder: { type: 'string' },
  },
});
const sizes = values.sizes.split(',').map(Number);
const rounds = Number(values.rounds);
/** Consecutive requests of one kind before the benchmark continues with the next size. */
const REQUESTS_PER_TURN = 10;

interface Measured {
  bookings: number;
  platform: Platform;
  server: RunningServer;
  operations: Record<string, () => Promise<void>>;
  durations: Map<string, number[]>;
}

const databases = await databasesOf(values.engine, values.folder);
const targets: Measured[] = [];
for (const bookings of sizes) {
  const database = await databases.open(String(bookings));
  const begin = performance.now();
  const key = await seed(database, bookings);
  await databases.settle(database);
  console.error(`${bookings} bookings: inserted in ${((performance.now() - begin) / 1_000).toFixed(0)} s`);
  const platform = await openPlatform({ database, clock });
  const server = await servePlatform(platform, { host: '127.0.0.1', port: 0, logger: silentLogger });
  const operations = operationsOf({ url: server.url, key, bookings });
  targets.push({ bookings, platform, server, operations, durations: new Map<string, number[]>() });
}

const names = Object.keys(targets[0]?.operations ?? {});
for (let round = -1; round < rounds; round++) {
  for (const name of names) {
    for (const { operations, durations } of targets) {
      for (let turn = 0; turn < REQUESTS_PER_TURN; turn++) {
        const begin = performance.now();
        await operations[name]?.();
        if (round >= 0) durations.set(name, [...(durations.get(name) ?? []), performance.now() - begin]);
      }
    }
  }
}

const rows = names.map((name) => [
  name,
  ...targets.flatMap(({ durations }, index) => {
    const own = durations.get(name) ?? [];
    const base = targets[0]?.durations.get(name) ?? [];
    const cells = [`${median(own).toFixed(2)} (${percentile(own, 99).toFixed(1)})`];
    return index === 0 ? cells : [...cells, (median(own) / median(base)).toFixed(2)];
  }),
]);
const head = sizes.flatMap((size, index) => (index === 0 ? [`${size}`] : [`${size}`, '×']));
console.log(
  `Milliseconds over HTTP, medians of ${rounds * REQUESTS_PER_TURN} requests, 99th percentile in brackets; by number of bookings.\n`,
);
console.log(table([values.engine, ...head], rows));

for (const { server, platform } of targets) {
  await server.close();
  await platform.close();
}
await databases.remove();
process.exit(0);
