/**
 * Fills `--index` with a large business, beside a client that only reads the same pages and transcripts, one request at a
 * time. Then asks questions of the filled index. `npm run bench:index -- --bookings 20000 --delays 80,20`
 * `--node-option=--optimize-for-size` measures the program with an option of Node.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Agent } from 'undici';
import type { IndexProgress } from '../src/tools/index.ts';
import { type BenchClient, httpClient } from './lib/callers.ts';
import { createLargeBusiness, NOW } from './lib/large/business.ts';
import { questionOf } from './lib/large/questions.ts';
import { median, table } from './lib/numbers.ts';
import { address, PROGRAM, peakMiB, run, runServer, stop } from './lib/process.ts';

const { values } = parseArgs({
  options: {
    bookings: { type: 'string', default: '20000' },
    delays: { type: 'string', default: '80,20' },
    'node-option': { type: 'string', multiple: true, default: [] },
  },
});
const bookings = Number(values.bookings);
const business = createLargeBusiness(bookings);
const START_DATE = new URL('../test/support/start-date.cjs', import.meta.url).pathname;
const ROUNDS = 5;
const QUESTIONS = [
  'bookings of a week',
  'caller by telephone number',
  'transcripts: a frequent word',
  'transcripts: a rare word',
  'a year of bookings by month',
  'promises of 30 days',
];

/** What a platform was asked for since the last question, and what it has. */
interface Received {
  requests: number;
  /** From the first request to the last response. */
  ms: number;
  /** Of all responses that it has. */
  bytes: number;
  paths: string[];
}

const agent = new Agent();
const get = async (origin: string, path: string) => (await agent.request({ origin, path, method: 'GET' })).body;

const progressOf = async (client: BenchClient) =>
  ((await client.call('get_account_context', {})) as { structuredContent: { index: IndexProgress } }).structuredContent
    .index;
const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

const rows: string[][] = [];
const answers: string[][] = [];
for (const delay of values.delays.split(',')) {
  const folder = mkdtempSync(join(tmpdir(), 'rcpt-index-'));
  const platform = runServer('practice', [String(bookings), delay], {});
  const { origin } = new URL(await address(platform));
  const received = async () => (await (await get(origin, '/received')).json()) as Received;

  const { paths, bytes } = await received();
  for (const path of paths) await (await get(origin, `/api/v1/${path}`)).text();
  const { ms: aloneMs } = await received();
  console.error(`${delay} ms an answer: ${paths.length} requests in ${(aloneMs / 1_000).toFixed(0)} s`);

  const file = join(folder, 'index.db');
  const env = {
    RCPT_BASE_URL: origin,
    RCPT_API_KEY: 'sk_live_bench0000',
    RCPT_INDEX: file,
    RCPT_TIME_ZONE: 'America/New_York',
    START_DATE: new Date(NOW).toISOString(),
  };
  const child = run([...values['node-option'], '--require', START_DATE, PROGRAM, 'http', '--port', '0'], env);
  const client = httpClient(await address(child), '2026-07-28', 1);
  const searchesMeanwhile: string[] = [];
  let progress = await progressOf(client);
  for (let shown = 0; progress.state !== 'complete'; ) {
    await sleep(500);
    progress = await progressOf(client);
    const { indexed = 0, total = 0 } = progress.lists.find(({ name }) => name === 'transcripts') ?? {};
    const percent = total ? Math.floor((100 * indexed) / total) : 0;
    if (percent < shown + 50 || progress.state === 'complete') continue;
    shown = percent;
    const asked = performance.now();
    const { args } = questionOf('transcripts: a frequent word', 0, business);
    const { structuredContent } = (await client.call('search_calls', args)) as {
      structuredContent: { searched: number; calls_in_window: number };
    };
    const { searched, calls_in_window } = structuredContent;
    searchesMeanwhile.push(`${searched} of ${calls_in_window} calls in ${(performance.now() - asked).toFixed(0)} ms`);
  }
  const { ms: filledMs } = await received();
  rows.push([
    `${delay} ms an answer`,
    (aloneMs / 1_000).toFixed(1),
    (filledMs / 1_000).toFixed(1),
    (filledMs / aloneMs).toFixed(2),
    peakMiB(child.pid).toFixed(0),
  ]);

  for (const name of QUESTIONS) {
    const [times, requests]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      const { tool, args } = questionOf(name, round, business);
      await received();
      const asked = performance.now();
      await client.call(tool, args);
      times.push(performance.now() - asked);
      requests.push((await received()).requests);
    }
    answers.push([`${delay} ms; ${name}`, median(times).toFixed(0), Math.max(...requests).toString()]);
  }
  await client.close();
  await stop(child);
  rows.at(-1)?.push((sizeOf(file) / bytes).toFixed(2));
  console.error(searchesMeanwhile.map((line) => `searched meanwhile: ${line}`).join('\n'));
  await stop(platform);
  rmSync(folder, { recursive: true });
}
await agent.close();
console.log(table(['', 'pages alone, s', 'index, s', '×', 'memory, MiB', 'size / data'], rows));
console.log(`\n${table(['', 'median ms', 'requests, at most'], answers)}`);
