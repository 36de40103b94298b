import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type BenchClient, httpClient } from '../callers.ts';
import { address, type Child, cpuMicros, PROGRAM, peakMiB, run, stop } from '../process.ts';
import { NOW } from './business.ts';
import type { Question } from './questions.ts';

const preload = (name: string) =>
  `--require ${JSON.stringify(fileURLToPath(new URL(`../../../test/support/${name}.cjs`, import.meta.url)))}`;

/** An answer, and what it took the server. */
export interface Answered {
  ms: number;
  /** Processor time of the server, in milliseconds: what an answer takes on a machine without other load, but PostgreSQL's own. */
  cpuMs: number;
  /** Requests to the platform. */
  requests: number;
  /** The longest turn of the event loop, in milliseconds of processor time. */
  longestTurn: number;
  /** Whether the answer is full, or the tool does not say that there is something that it has not read. */
  isComplete: boolean;
}

interface Content {
  items?: unknown[];
  complete?: boolean;
}

/** Rows that an answer without `limit` or `per_page` has, at least, when there are more. */
const FULL_ANSWER_ROWS = 10;

const isComplete = ({ items = [], complete }: Content) => complete !== false || items.length >= FULL_ANSWER_ROWS;

export interface MeasuredServer {
  ask(question: Question): Promise<Answered>;
  /** The largest resident memory so far, in MiB. Linux only. */
  peakMiB(): number;
  close(): Promise<void>;
}

/** Starts the built program over HTTP with the embedded platform on a database of a large business, at the time of that business. */
export async function startMeasured(database: string): Promise<MeasuredServer> {
  const env = {
    RCPT_DATABASE: database,
    START_DATE: new Date(NOW).toISOString(),
    NODE_OPTIONS: `${preload('start-date')} ${preload('longest-stall')}`,
  };
  const child = run([PROGRAM, 'http', '--port', '0'], env, 'pipe');
  const stalls = stallsUrl(child);
  const url = await address(child);
  const client: BenchClient = httpClient(url, '2026-07-28', 1);
  const longestTurn = async () => ((await (await fetch(await stalls)).json()) as { longestTurn: number }).longestTurn;
  return {
    async ask({ tool, args }) {
      const before = await requestsOf(url);
      await longestTurn();
      const cpuBefore = cpuMicros(child.pid);
      const begin = performance.now();
      const { structuredContent } = (await client.call(tool, args)) as { structuredContent: Content };
      const ms = performance.now() - begin;
      return {
        ms,
        cpuMs: (cpuMicros(child.pid) - cpuBefore) / 1_000,
        longestTurn: await longestTurn(),
        requests: (await requestsOf(url)) - before,
        isComplete: isComplete(structuredContent),
      };
    },
    peakMiB: () => peakMiB(child.pid),
    async close() {
      await client.close();
      await stop(child);
    },
  };
}

/** The address at which test/support/longest-stall.cjs answers. */
function stallsUrl(child: Child & { stderr?: Readable | null }): Promise<string> {
  return new Promise((resolve) => {
    createInterface({ input: child.stderr as Readable }).on('line', (line) => {
      const port = /longest stall at port (\d+)/.exec(line)?.[1];
      if (port) resolve(`http://127.0.0.1:${port}`);
    });
  });
}

/** The number of requests to the platform since the start of a server, by its metrics. */
async function requestsOf(url: string): Promise<number> {
  const text = await (await fetch(new URL('/metrics', url))).text();
  const counts = text.matchAll(/^rcpt_upstream_requests_total\{[^}]*\} (\d+)/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}
