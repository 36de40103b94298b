import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApi, createExtensions, type Extensions, parseBaseUrl, REMOTE_WAIT_MS } from '../../src/api/index.ts';
import { networkSender } from '../../src/api/network/network-sender.ts';
import type { NetworkSender } from '../../src/api/network/options.ts';
import { Secret } from '../../src/lib/secrets/secret.ts';
import { type ManualClock, manualClock } from '../support/clock.ts';
import { type Behaviour, json, startUpstream, type Upstream } from '../support/upstream.ts';

const MINUTE = 60_000;
const { signal } = new AbortController();
let upstream: Upstream;
let network: NetworkSender;
let clock: ManualClock;
let extensions: Extensions;

beforeAll(async () => {
  upstream = await startUpstream();
  network = networkSender();
});
afterAll(async () => {
  await upstream.close();
  await network.close();
});
beforeEach(() => {
  upstream.received.length = 0;
  clock = manualClock(0);
  const api = createApi({
    baseUrl: parseBaseUrl(upstream.url),
    send: network.send,
    key: () => new Secret('sk_live_test'),
    userAgent: 'test',
    sleep: async () => {},
  });
  extensions = createExtensions(api, clock, { waitMs: REMOTE_WAIT_MS });
});

const announce = (announced: unknown): Behaviour => json(200, { data: { extensions: announced } });
const merges = () => extensions.has('merge_updates', signal);
const mergesForCertain = () => extensions.announcesForCertain('merge_updates', signal);
const locks = () => extensions.has('optimistic_locking', signal);

const ANNOUNCED = {
  fields: { extensions: { merge_updates: { version: 1 } } },
  missing: [],
  other: {},
};

describe('the lookup of a platform’s extensions', () => {
  it('sends one request when first asked, also for concurrent callers', async () => {
    upstream.behave(announce({ merge_updates: { version: 1 }, optimistic_locking: { version: 3, url: 'x' } }));
    expect(upstream.received).toEqual([]);
    expect(await Promise.all([merges(), locks(), merges()])).toEqual([true, true, true]);
    expect(upstream.received).toMatchObject([{ method: 'GET', path: '/api/v1/capabilities' }]);
  });

  it('asks again after ten minutes', async () => {
    upstream.behave(announce({ merge_updates: { version: 1 } }));
    expect(await merges()).toBe(true);
    upstream.behave(announce({}));
    clock.advance(10 * MINUTE - 1);
    expect(await merges()).toBe(true);
    clock.advance(1);
    expect(await merges()).toBe(false);
    expect(upstream.received).toHaveLength(2);
  });

  it('finds none for ten minutes on a platform without the endpoint', async () => {
    upstream.behave(json(404, { error: 'not_found', message: 'No' }));
    expect([await merges(), await locks()]).toEqual([false, false]);
    upstream.behave(announce({ merge_updates: { version: 1 } }));
    clock.advance(10 * MINUTE - 1);
    expect(await merges()).toBe(false);
    clock.advance(1);
    expect(await merges()).toBe(true);
  });

  it.each<[string, Behaviour]>([
    ['401', json(401, { error: 'unauthorized', message: 'Invalid API key' })],
    ['a redirect', json(302, {}, { location: '/login' })],
    ['500', json(500, {})],
    ['HTML', (_request, response) => void response.end('<html></html>')],
    ['no answer', (_request, response) => void response.destroy()],
  ])('finds none for a minute after %s', async (_name, behaviour) => {
    upstream.behave(behaviour);
    expect(await merges()).toBe(false);
    upstream.behave(announce({ merge_updates: { version: 1 } }));
    clock.advance(MINUTE - 1);
    expect(await merges()).toBe(false);
    clock.advance(1);
    expect(await merges()).toBe(true);
  });

  it.each([
    '{"merge_updates": true, "optimistic_locking": {"version": "1"}}',
    '{"merge_updates": {"version": 0}, "optimistic_locking": null}',
    '{"merge_updates": {}, "other": {"version": 1}, "optimistic_locking": []}',
    '[{"merge_updates": {"version": 1}}]',
    '"merge_updates, optimistic_locking"',
    '{"__proto__": {"merge_updates": {"version": 1}}}',
  ])('finds none in a malformed announcement: %s', async (announced) => {
    upstream.behave((_request, response) => void response.end(`{"data": {"extensions": ${announced}}}`));
    expect([await merges(), await locks()]).toEqual([false, false]);
  });

  it('finds none in an announcement that is nested more deeply than can be read', async () => {
    const nested = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    upstream.behave((_request, response) => void response.end(`{"data": {"extensions": {"x": ${nested}}}}`));
    expect(await merges()).toBe(false);
  });

  it('finds none after two seconds if the platform does not answer', async () => {
    upstream.behave(() => {});
    const startedAt = performance.now();
    expect(await merges()).toBe(false);
    const elapsed = performance.now() - startedAt;
    expect(elapsed).toBeGreaterThan(1_900);
    expect(elapsed).toBeLessThan(15_000);
  });

  it('uses an answer that comes after two seconds', async () => {
    let answer = () => {};
    upstream.behave((request, response) => {
      answer = () => announce({ merge_updates: { version: 1 } })(request, response);
    });
    expect(await merges()).toBe(false);
    answer();
    await expect.poll(merges).toBe(true);
    expect(upstream.received).toHaveLength(1);
  });

  it('waits for an answer of the embedded platform as long as for any other', async () => {
    extensions = createExtensions({ getCapabilities: () => late }, clock);
    let resolve = (_read: typeof ANNOUNCED) => {};
    const late = new Promise<typeof ANNOUNCED>((settle) => {
      resolve = settle;
    });
    const answered = merges();
    const first = await Promise.race([answered, delay(REMOTE_WAIT_MS + 500, 'pending')]);
    expect(first).toBe('pending');
    resolve(ANNOUNCED);
    expect(await answered).toBe(true);
  });

  it('rejects a certain answer with the failure, and requests it again for the next caller', async () => {
    upstream.behave(json(500, {}));
    expect(await merges()).toBe(false);
    const requests = upstream.received.length;
    await expect(mergesForCertain()).rejects.toThrow('getCapabilities: server_error (500)');
    expect(upstream.received.length).toBeGreaterThan(requests);
    upstream.behave(announce({ merge_updates: { version: 1 } }));
    expect(await mergesForCertain()).toBe(true);
    expect(await merges()).toBe(true);
  });

  it.each<[string, Behaviour]>([
    ['400', json(400, { error: 'bad_request', message: 'No' })],
    ['404', json(404, { error: 'not_found', message: 'No' })],
    ['405', json(405, {})],
    ['a redirect', json(302, {}, { location: '/login' })],
    ['HTML', (_request, response) => void response.end('<html></html>')],
    ['an announcement without it', announce({ optimistic_locking: { version: 1 } })],
  ])('is certain that there is none after %s', async (_name, behaviour) => {
    upstream.behave(behaviour);
    expect(await mergesForCertain()).toBe(false);
    const requests = upstream.received.length;
    expect(await mergesForCertain()).toBe(false);
    expect(upstream.received).toHaveLength(requests);
  });

  it('waits more than two seconds for a certain answer', async () => {
    upstream.behave((request, response) => {
      setTimeout(() => announce({ merge_updates: { version: 1 } })(request, response), 2_500);
    });
    expect(await Promise.all([merges(), mergesForCertain()])).toEqual([false, true]);
    expect(upstream.received).toHaveLength(1);
  });

  it('answers other callers if one cancels during the request', async () => {
    let release = () => {};
    upstream.behave((request, response) => {
      release = () => announce({ merge_updates: { version: 1 } })(request, response);
    });
    const caller = new AbortController();
    const cancelled = extensions.has('merge_updates', caller.signal);
    const waiting = merges();
    await expect.poll(() => upstream.received.length).toBe(1);
    caller.abort(new Error('cancelled by the caller'));
    await expect(cancelled).rejects.toThrow('cancelled by the caller');
    release();
    expect(await waiting).toBe(true);
    expect(upstream.received).toHaveLength(1);
  });
});
