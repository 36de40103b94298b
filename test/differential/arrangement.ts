import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { EXTENSIONS } from '../../src/contract/index.ts';
import type { RunningServer } from '../../src/lib/http/serve.ts';
import { silentLogger } from '../../src/lib/logging/logger.ts';
import { bookingDaySteps } from '../../src/platform/derived/booking-days.ts';
import type { Platform } from '../../src/platform/index.ts';
import { servePlatform } from '../../src/platform/serve.ts';
import { openStore } from '../../src/platform/store/store.ts';
import { manualClock } from '../support/clock.ts';
import { type StartedPlatform, startPlatform } from '../support/platform.ts';
import { storeSequences } from '../support/sequences.ts';
import { type HttpSession, startHttp } from '../support/session.ts';
import { type Caller, callerOf } from './callers.ts';
import { changeRecords } from './changes.ts';
import type { Subject } from './compare.ts';
import { createWorld, NOW, type Sizes } from './world.ts';

/** The extensions that answer questions over all records, where other platforms are read page by page. */
export const SEARCHING = ['activity_summary', 'call_search', 'follow_ups', 'list_filters'].filter(
  (name) => name in EXTENSIONS,
);
/** Records that existed before the platform are prepared for searches in the background. */
const PREPARED_WITHIN_MS = 30_000;

/** How many days with bookings the server counts from what is stored of them: all, some, or none. */
const STORED_DAYS = [Number.POSITIVE_INFINITY, 30, 0];

const PRELOADED = fileURLToPath(new URL('../support/start-date.cjs', import.meta.url));
const STANDING_CLOCK = { START_DATE: NOW, STOP_DATE: '1', NODE_OPTIONS: `--require ${JSON.stringify(PRELOADED)}` };

export interface Arrangement {
  /** The server that uses the extensions first. */
  subjects: Subject[];
  /** Which of these extensions each server has used so far. */
  used: ReadonlySet<string>[];
  world: ReturnType<typeof createWorld>;
  caller: Caller;
  /** Names of the tools that the servers offer. */
  tools: string[];
  close(): Promise<void>;
}

/** Starts servers on one platform: one that is offered the extensions, and one that reads all records page by page. */
export async function arrange(seed: number, sizes: Sizes): Promise<Arrangement> {
  const world = createWorld(seed, sizes);
  const caller = callerOf(seed);
  const started = await startPlatform({ business: world, clock: manualClock(NOW) });
  const closing: { close(): Promise<unknown> }[] = [started];
  try {
    // Of the calls that are not changed.
    await storeSequences(started.database);
    await changeRecords(started, world, seed);
    await untilAnnounced(started);
    await storeDays(started.database, STORED_DAYS[seed % STORED_DAYS.length] ?? 0);
    const whole = await serve(started.platform, []);
    const plain = await serve(started.platform, SEARCHING);
    closing.unshift(whole, plain);
    const key = await started.key(caller.scopes);
    const servers = [
      { name: 'with extensions', ...whole },
      { name: 'page by page', ...plain },
    ];
    const sessions = await Promise.all(servers.map(({ url }) => startServer(url, key, caller)));
    closing.unshift(...sessions);
    const subjects = servers.map(({ name }, index) => ({ name, client: (sessions[index] as HttpSession).client }));
    return {
      subjects,
      used: servers.map(({ used }) => used),
      world,
      caller,
      tools: (await (subjects[0] as Subject).client.tools()).map(({ name }) => name),
      close: () => closeAll(closing),
    };
  } catch (error) {
    await closeAll(closing);
    throw error;
  }
}

async function storeDays(database: string, days: number): Promise<void> {
  const store = await openStore(database, Date.parse(NOW));
  const storeNext = bookingDaySteps(store);
  for (let stored = 0; stored < days && (await storeNext()); stored++);
  await store.close();
}

async function closeAll(closing: readonly { close(): Promise<unknown> }[]): Promise<void> {
  for (const one of closing) await one.close();
}

const startServer = (url: string, key: string, { env }: Caller) =>
  startHttp({ RCPT_BASE_URL: url, RCPT_API_KEY: key, RCPT_DEFAULT_COUNTRY: 'US', ...env, ...STANDING_CLOCK });

interface Served extends Pick<RunningServer, 'url' | 'close'> {
  used: Set<string>;
}

/** Serves a platform, without announcing some of its extensions. */
async function serve(platform: Platform, hidden: readonly string[]): Promise<Served> {
  const used = new Set<string>();
  const fetch: Platform['fetch'] = async (request, origin) => {
    const url = new URL(request.url);
    const extension = extensionOf(url);
    if (extension) used.add(extension);
    const answer = await platform.fetch(request, origin);
    if (url.pathname !== '/api/v1/capabilities' || !answer.ok) return answer;
    const { data, ...rest } = (await answer.json()) as { data: { extensions: object } };
    const announced = Object.entries(data.extensions);
    const extensions = Object.fromEntries(announced.filter(([name]) => !hidden.includes(name)));
    return Response.json({ ...rest, data: { ...data, extensions } });
  };
  const server = await servePlatform({ fetch }, { host: '127.0.0.1', port: 0, logger: silentLogger });
  return { url: server.url, close: () => server.close(), used };
}

function extensionOf({ pathname, searchParams }: URL): string | undefined {
  if (pathname === '/api/v1/summary') return 'activity_summary';
  if (pathname === '/api/v1/search/calls') return 'call_search';
  if (pathname === '/api/v1/follow-ups') return 'follow_ups';
  return searchParams.has('order') ? 'list_filters' : undefined;
}

/** @throws Error if the platform does not announce the extensions in time. */
async function untilAnnounced({ url, key }: StartedPlatform): Promise<void> {
  const headers = { authorization: `Bearer ${await key()}` };
  for (const begin = performance.now(); ; ) {
    const answer = await fetch(`${url}/api/v1/capabilities`, { headers });
    const { data } = (await answer.json()) as { data: { extensions: object } };
    const missing = SEARCHING.filter((name) => !(name in data.extensions));
    if (missing.length === 0) return;
    if (performance.now() - begin > PREPARED_WITHIN_MS) throw new Error(`not announced: ${missing.join(', ')}`);
    await delay(50);
  }
}
