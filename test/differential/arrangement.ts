import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { EXTENSIONS } from '../../src/contract/index.ts';
import type { RunningServer } from '../../src/lib/http/serve.ts';
import { silentLogger } from '../../src/lib/logger.ts';
import type { Platform } from '../../src/platform/index.ts';
import { servePlatform } from '../../src/platform/serve.ts';
import { manualClock } from '../support/clock.ts';
import { type StartedPlatform, startPlatform } from '../support/platform.ts';
import { type HttpSession, startHttp } from '../support/session.ts';
import { changeRecords } from './changes.ts';
import type { Subject } from './compare.ts';
import { createWorld, NOW, type Sizes, ZONE } from './world.ts';

/** The extensions that answer questions over all records, where other platforms are read page by page. */
const SEARCHING = ['list_filters', 'call_search', 'activity_summary', 'follow_ups'].filter(
  (name) => name in EXTENSIONS,
);
/** Records that existed before the platform are prepared for searches in the background. */
const PREPARED_WITHIN_MS = 30_000;

const PRELOADED = fileURLToPath(new URL('../support/start-date.cjs', import.meta.url));
const STANDING_CLOCK = { START_DATE: NOW, STOP_DATE: '1', NODE_OPTIONS: `--require ${JSON.stringify(PRELOADED)}` };

export interface Arrangement {
  /** The server that uses the extensions first. */
  subjects: Subject[];
  world: ReturnType<typeof createWorld>;
  close(): Promise<void>;
}

/** Starts servers on one platform: one that is offered the extensions, and one that reads all records page by page. */
export async function arrange(seed: number, sizes: Sizes): Promise<Arrangement> {
  const world = createWorld(seed, sizes);
  const started = await startPlatform({ business: world, clock: manualClock(NOW) });
  const closing: { close(): Promise<unknown> }[] = [started];
  try {
    await changeRecords(started, world, seed);
    await untilAnnounced(started);
    const plain = await serveWithout(started.platform, SEARCHING);
    closing.unshift(plain);
    const key = await started.key();
    const servers: [string, string][] = [
      ['with extensions', started.url],
      ['page by page', plain.url],
    ];
    const sessions = await Promise.all(servers.map(([, url]) => startServer(url, key)));
    closing.unshift(...sessions);
    return {
      subjects: servers.map(([name], index) => ({ name, client: (sessions[index] as HttpSession).client })),
      world,
      close: () => closeAll(closing),
    };
  } catch (error) {
    await closeAll(closing);
    throw error;
  }
}

async function closeAll(closing: readonly { close(): Promise<unknown> }[]): Promise<void> {
  for (const one of closing) await one.close();
}

const startServer = (url: string, key: string) =>
  startHttp({
    RCPT_BASE_URL: url,
    RCPT_API_KEY: key,
    RCPT_TIME_ZONE: ZONE,
    RCPT_DEFAULT_COUNTRY: 'US',
    ...STANDING_CLOCK,
  });

/** Serves the same platform, without announcing some of its extensions. */
async function serveWithout(platform: Platform, hidden: readonly string[]): Promise<RunningServer> {
  const fetch: Platform['fetch'] = async (request, origin) => {
    const answer = await platform.fetch(request, origin);
    if (new URL(request.url).pathname !== '/api/v1/capabilities' || !answer.ok) return answer;
    const { data, ...rest } = (await answer.json()) as { data: { extensions: object } };
    const announced = Object.entries(data.extensions);
    const extensions = Object.fromEntries(announced.filter(([name]) => !hidden.includes(name)));
    return Response.json({ ...rest, data: { ...data, extensions } });
  };
  return servePlatform({ fetch }, { host: '127.0.0.1', port: 0, logger: silentLogger });
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
