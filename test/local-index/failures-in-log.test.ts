import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { createApi, createExtensions, inProcessSender } from '../../src/api/index.ts';
import { createChanges } from '../../src/app/mirror/changes.ts';
import { describeProgress } from '../../src/app/mirror/progress.ts';
import { startReader } from '../../src/app/mirror/reader.ts';
import type { PlainResponse } from '../../src/lib/http/plain-message.ts';
import { type Logger, silentLogger } from '../../src/lib/logging/logger.ts';
import { Secret } from '../../src/lib/secrets/secret.ts';
import { jsonResponse } from '../../src/platform/http/router.ts';
import { openMirror } from '../../src/platform/mirror/index.ts';
import { manualClock } from '../support/clock.ts';

/** What the reading of a platform that fails for hours logs: a reader whose clock the test moves. */
const ended: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
});

const REMINDER_MS = 5 * 60_000;
/** Longer than any pause between two attempts. */
const LONG_MS = 20 * 60_000;
const EMPTY = { data: [], meta: { total: 0, page: 1, per_page: 100, has_more: false } };
const refused = () => jsonResponse(400, { error: 'bad_request', message: 'Sort first' });

async function startLoggedReader(answer: (path: string) => PlainResponse) {
  const clock = manualClock('2199-03-04T15:00:00Z');
  const messages: string[] = [];
  const log = (message: string, fields: Record<string, unknown> = {}) =>
    void messages.push([fields.list, message, fields.repeated].filter((part) => part !== undefined).join(' '));
  const logger: Logger = { ...silentLogger, info: log, warn: log };
  const requests: string[] = [];
  const send = inProcessSender(async () => async ({ url }) => {
    const { pathname } = new URL(url);
    requests.push(pathname);
    return answer(pathname);
  });
  const key = new Secret('sk_live_reader_log');
  const api = createApi({ baseUrl: new URL('https://platform.invalid'), send, key: () => key, userAgent: 'test' });
  const folder = mkdtempSync(join(tmpdir(), 'rcpt-mcp-reader-'));
  const account = { address: 'https://platform.invalid/', credential: 'digest', country: 'US' };
  const mirror = await openMirror({ place: { file: join(folder, 'index.db') }, account, clock, logger });
  const extensions = createExtensions(api, clock);
  const times = { pollMs: 60_000, reconcileMs: 3_600_000 };
  const hasRoom = async () => true;
  const reader = startReader({ api, extensions, mirror, changes: createChanges(), clock, logger, ...times, hasRoom });
  ended.push(async () => {
    await reader.stop();
    await mirror.close();
    await rm(folder, { recursive: true, force: true });
  });
  /** Lets time pass until the reader has requested a path again. */
  const attemptAfter = async (ms: number, path: string) => {
    const attempts = () => requests.filter((request) => request.endsWith(path)).length;
    const before = attempts();
    clock.advance(ms);
    await expect.poll(() => [reader.wake(), attempts()][1], { timeout: 20_000 }).toBeGreaterThan(before);
  };
  const progress = () => describeProgress(mirror, hasRoom, times.pollMs);
  return { messages, attemptAfter, progress, clock };
}

it('a list that the platform does not return is logged once, again after five minutes, and when it is returned', async () => {
  let isRefused = true;
  const { messages, attemptAfter } = await startLoggedReader((path) =>
    isRefused && path.endsWith('/bookings') ? refused() : jsonResponse(200, EMPTY),
  );
  const failure = 'a list cannot be read for the index and will be requested again';
  await expect.poll(() => messages).toEqual([`bookings ${failure}`]);
  for (let attempt = 0; attempt < 3; attempt++) await attemptAfter(REMINDER_MS / 4, '/bookings');
  expect(messages).toEqual([`bookings ${failure}`]);
  await attemptAfter(LONG_MS, '/bookings');
  await expect.poll(() => messages).toEqual([`bookings ${failure}`, `bookings ${failure} 4`]);
  isRefused = false;
  await attemptAfter(LONG_MS, '/bookings');
  await expect.poll(() => messages.slice(2)).toEqual(['bookings are read for the index again']);
});

it('a platform that fails as a whole is logged once, and again after five minutes', async () => {
  let isFailing = true;
  const { messages, attemptAfter } = await startLoggedReader(() =>
    isFailing ? jsonResponse(401, { error: 'unauthorized' }) : jsonResponse(200, EMPTY),
  );
  const failure = 'the index cannot be continued and will be retried';
  await expect.poll(() => messages, { timeout: 20_000 }).toEqual([failure]);
  await attemptAfter(1_000, '/services');
  expect(messages).toEqual([failure]);
  await attemptAfter(LONG_MS, '/services');
  await expect.poll(() => messages.at(-1), { timeout: 20_000 }).toMatch(`${failure} `);
  isFailing = false;
  await expect.poll(() => messages.at(-1), { timeout: 20_000 }).toBe('the index is read again');
});

it('an index that was not compared with the platform for longer than pauses last names the time and what to do', async () => {
  let isFailing = false;
  const { progress, clock } = await startLoggedReader(() =>
    isFailing ? jsonResponse(401, { error: 'unauthorized' }) : jsonResponse(200, EMPTY),
  );
  await expect.poll(progress, { timeout: 20_000 }).toMatchObject({ state: 'complete' });
  expect(await progress()).not.toHaveProperty('advice');
  isFailing = true;
  clock.advance(LONG_MS);
  const { advice } = await progress();
  expect(advice).toMatch(
    /last compared with the platform at 2199-03-04T15:0.* can lack newer records\. Tell the user: /,
  );
});
