/**
 * Searches that read a whole list, against the platform alone giving the same pages to a client that only reads them:
 * same concurrency, alternately. Then what concurrency brings and costs, and the memory of a search through 100,000
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
/** MiB that the server's objects may take in the last part. */
const HEAP = 64;
const PART = 100_000;

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
  { name: 'a platform that costs nothing', child: runServer('pages', ['10000', '0'], {}), rounds },
  {
    name: 'the embedded platform, served',
    child: run([PROGRAM, 'platform', '--port', '0', '--database', database], {}),
    rounds,
  },
  { name: 'answers take 20 ms', child: runServer('pages', ['10000', '20'], {}), rounds },
  { name: 'answers take 80 ms', child: runServer('pages', ['10000', '80'], {}), rounds: Math.ceil(rounds / 2) },
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
  const ours = new Map<string, { taken: number[]; cpu: number[] }>();
  for (let round = -2; round < times; round++) {
    const base = await timed(() => readPages(url, key, 'bookings', MAX_SCANNED / 100, CONCURRENCY));
    if (round >= 0) alone.push(base);
    // Each in turn is the first after the platform alone, which is the coldest place.
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
      const mine = ours.get(search.name) ?? { taken: [], cpu: [] };
      if (round >= 0) ours.set(search.name, { taken: [...mine.taken, taken], cpu: [...mine.cpu, cpu] });
    }
  }
  for (const [search, { taken, cpu }] of ours) {
    // Ratios of neighbours in time, not of medians: the machine's speed changes between rounds.
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
console.log(`10,000 records, ${CONCURRENCY} requests at once; milliseconds, medians of ${rounds} (80 ms: fewer).\n`);
console.log(`${table(['', 'platform alone', 'search', '×', 'CPU of it'], rows)}\n`);

console.log('What concurrency brings: milliseconds for a search through 10,000 records, and in brackets what another');
console.log('request to the same platform takes meanwhile (median).\n');
console.log(`${await concurrencyTable(served, key, Math.ceil(rounds / 3))}\n`);
await Promise.all(upstreams.map(({ child }) => stop(child)));

const large = runServer('pages', [String(PART), '0'], {});
const peer = server(new URL(await address(large)).origin, `--max-old-space-size=${HEAP}`);
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
  `${PART} records searched to the end by cursor: ${matches} matches in ${parts} answers, ${(taken / 1_000).toFixed(1)} s, with a heap of ` +
    `${HEAP} MiB at most; resident ${before.toFixed(0)} MiB before, ${now.toFixed(0)} after, ${peak.toFixed(0)} at most.`,
);
await peer.end();
await stop(large);
rmSync(folder, { recursive: true, force: true });
