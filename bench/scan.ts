/**
 * Compares searches that read a whole list with a client that only reads the same pages from the platform, alternately
 * and with the same concurrency. Then measures the effect of concurrency, and the memory of a search through 100,000
 * records. `npm run bench:scan -- --rounds 9`
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CONCURRENCY, MAX_SCANNED } from '../src/api/scan.ts';
import { concurrencyTable } from './lib/concurrency.ts';
import { median, table } from './lib/numbers.ts';
import { readPages } from './lib/pages.ts';
import { Peer } from './lib/peer.ts';
import { address, type Child, cpuMicros, PROGRAM, run, runServer, stop } from './lib/process.ts';
import { seed } from './lib/seed.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '9' } } });
const rounds = Number(values.rounds);
/** The heap limit of the server in the memory measurement, in MiB. */
const HEAP_LIMIT_MIB = 64;
/** The records that it searches. */
const LARGE_LIST_RECORDS = 100_000;

interface Search {
  name: string;
  tool: string;
  args: object;
}

const SEARCHES: Search[] = [
  { name: 'bookings by words', tool: 'list_bookings', args: { query: 'first visit 42' } },
  { name: 'bookings by status', tool: 'list_bookings', args: { status: 'cancelled' } },
  {
    name: 'bookings of a week',

    tool: 'list_bookings',
    args: { from: '2026-02-02', to: '2026-02-08' },
  },
];

interface Found {
  structuredContent: { scanned: number; items: unknown[]; cursor?: string };
}

const folder = mkdtempSync(join(tmpdir(), 'rcpt-scan-'));
const database = join(folder, 'platform.db');
const key = await seed(database, MAX_SCANNED);
const upstreams: { name: string; child: Child; rounds: number }[] = [
  { name: 'a platform without processing time', child: runServer('pages', ['10000', '0'], {}), rounds },
  {
    name: 'the embedded platform, served',
    child: run([PROGRAM, 'platform', '--port', '0', '--database', database], {}),
    rounds,
  },
  { name: 'answers after 20 ms', child: runServer('pages', ['10000', '20'], {}), rounds },
  { name: 'answers after 80 ms', child: runServer('pages', ['10000', '80'], {}), rounds: Math.ceil(rounds / 2) },
];
const served = await Promise.all(
  upstreams.map(async (one) => ({ ...one, url: new URL(await address(one.child)).origin })),
);

function server(url: string, ...flags: string[]): Peer {
  const env = { ...process.env, HOME: folder, RCPT_BASE_URL: url, RCPT_API_KEY: key, RCPT_TIME_ZONE: 'UTC' };
  return new Peer(process.execPath, [...flags, PROGRAM], env, '2026');
}

const timed = async (work: () => Promise<unknown>) => {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
};

const rows: string[][] = [];
for (const { name, url, rounds: times } of served) {
  const peer = server(url);
  await peer.open();
  const alone: number[] = [];
  const results = new Map<string, { taken: number[]; cpu: number[] }>();
  for (let round = -2; round < times; round++) {
    const base = await timed(() => readPages(url, key, 'bookings', MAX_SCANNED / 100, CONCURRENCY));
    if (round >= 0) alone.push(base);
    // Rotates which search comes first, because the first one after the platform alone has the coldest caches.
    for (const index of SEARCHES.keys()) {
      const search = SEARCHES[(index + round + SEARCHES.length) % SEARCHES.length] as Search;
      const before = cpuMicros(peer.child.pid);
      const taken = await timed(async () => {
        const { structuredContent } = (await peer.request('tools/call', {
          name: search.tool,
          arguments: search.args,
        })) as Found;
        if (structuredContent.scanned !== MAX_SCANNED) throw new Error(JSON.stringify(structuredContent).slice(0, 500));
      });
      const cpu = (cpuMicros(peer.child.pid) - before) / 1_000;
      const previous = results.get(search.name) ?? { taken: [], cpu: [] };
      if (round >= 0) results.set(search.name, { taken: [...previous.taken, taken], cpu: [...previous.cpu, cpu] });
    }
  }
  for (const [search, { taken, cpu }] of results) {
    // Ratios within a round, not of medians, because the machine's speed changes between rounds.
    const ratio = median(taken.map((ms, round) => ms / (alone[round] ?? Number.NaN)));
    rows.push([
      `${name}; ${search}`,
      median(alone).toFixed(0),
      median(taken).toFixed(0),
      ratio.toFixed(2),
      median(cpu).toFixed(0),
    ]);
  }
  await peer.end();
}
console.log(`10,000 records, ${CONCURRENCY} concurrent requests; milliseconds, medians of ${rounds} (80 ms: fewer).\n`);
console.log(`${table(['', 'platform alone', 'search', '×', 'CPU of the search'], rows)}\n`);

console.log(
  'Effect of concurrency: milliseconds of a search through 10,000 records, and in brackets the median latency of',
);
console.log('another request to the same platform during the search.\n');
console.log(`${await concurrencyTable(served, key, Math.ceil(rounds / 3))}\n`);
await Promise.all(upstreams.map(({ child }) => stop(child)));

const large = runServer('pages', [String(LARGE_LIST_RECORDS), '0'], {});
const peer = server(new URL(await address(large)).origin, `--max-old-space-size=${HEAP_LIMIT_MIB}`);
await peer.open();
let [parts, matches, scanned, cursor] = [0, 0, 0, undefined as string | undefined];
const before = peer.memory().now;
const taken = await timed(async () => {
  do {
    const args = { status: 'cancelled', per_page: 100, ...(cursor ? { cursor } : {}) };
    const { structuredContent } = (await peer.request('tools/call', {
      name: 'list_bookings',
      arguments: args,
    })) as Found;
    parts++;
    matches += structuredContent.items.length;
    scanned = Math.max(scanned, structuredContent.scanned);
    cursor = structuredContent.cursor;
  } while (cursor);
});
const { now, peak } = peer.memory();
console.log(
  `${LARGE_LIST_RECORDS} records searched to the end by cursor: ${matches} matches in ${parts} answers, ${(taken / 1_000).toFixed(1)} s, with a heap of ` +
    `${HEAP_LIMIT_MIB} MiB at most; resident ${before.toFixed(0)} MiB before, ${now.toFixed(0)} after, ${peak.toFixed(0)} at most.`,
);
await peer.end();
await stop(large);
rmSync(folder, { recursive: true, force: true });
