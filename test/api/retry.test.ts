import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Api,
  ApiError,
  type ApiErrorDetails,
  type ApiObserver,
  type ApiOptions,
  createApi,
  parseBaseUrl,
  SendError,
} from '../../src/api/index.ts';
import { type NetworkSender, networkSender } from '../../src/api/network.ts';
import { createRetrier, retryDelay } from '../../src/api/retry.ts';
import { Secret } from '../../src/lib/secret.ts';
import { type ManualClock, manualClock } from '../support/clock.ts';
import { type Behaviour, json, page, startUpstream, type Upstream } from '../support/upstream.ts';

const details = (kind: ApiErrorDetails['kind'], more: Partial<ApiErrorDetails> = {}): ApiErrorDetails => ({
  kind,
  endpoint: 'createBooking',
  changed: 'unknown',
  ...more,
});

describe('retryPause', () => {
  it.each(['server_error', 'timeout', 'connection_lost'] as const)(
    '%s: repeats reads, updates and deletions, never a creation',
    (kind) => {
      for (const effect of ['read', 'update', 'delete'] as const)
        expect(retryDelay(details(kind), effect, 1, 0)).toBe(75);
      expect(retryDelay(details(kind), 'create', 1, 0)).toBeUndefined();
    },
  );

  it.each(['unreachable', 'rate_limited'] as const)('%s: repeats a creation that certainly did not happen', (kind) => {
    expect(retryDelay(details(kind, { changed: 'no' }), 'create', 1, 1)).toBe(150);
    expect(retryDelay(details(kind, { changed: 'unknown' }), 'create', 1, 1)).toBeUndefined();
  });

  it.each([
    'unauthorized',
    'forbidden',
    'not_found',
    'bad_request',
    'redirected',
    'untrusted_certificate',
    'response_too_large',
    'cancelled',
  ] as const)('%s is final', (kind) => {
    expect(retryDelay(details(kind, { changed: 'no' }), 'read', 1, 0)).toBeUndefined();
  });

  it('repeats a garbled answer to what can be asked again', () => {
    expect(retryDelay(details('invalid_response', { status: 200 }), 'read', 1, 0)).toBe(75);
    expect(retryDelay(details('invalid_response', { status: 200 }), 'create', 1, 0)).toBeUndefined();
  });

  it('pauses longer each time, with jitter, and gives up after four attempts', () => {
    const pauses = [1, 2, 3].map((attempts) => [
      retryDelay(details('timeout'), 'read', attempts, 0),
      retryDelay(details('timeout'), 'read', attempts, 1),
    ]);
    expect(pauses).toEqual([
      [75, 150],
      [150, 300],
      [300, 600],
    ]);
    expect(retryDelay(details('timeout'), 'read', 4, 0)).toBeUndefined();
  });

  it('keeps a short Retry-After and gives up at a long one', () => {
    expect(retryDelay(details('rate_limited', { changed: 'no', retryAfterSeconds: 3 }), 'read', 1, 0)).toBe(3_000);
    expect(retryDelay(details('rate_limited', { changed: 'no', retryAfterSeconds: 30 }), 'read', 1, 0)).toBeUndefined();
  });
});

describe('the client', () => {
  let upstream: Upstream;
  let network: NetworkSender;
  let clock: ManualClock;
  let slept: number[];

  beforeAll(async () => {
    upstream = await startUpstream();
    network = networkSender();
  });
  afterAll(async () => {
    await upstream.close();
    await network.close();
  });

  const client = (options: Partial<ApiOptions> = {}): Api => {
    clock = manualClock('2030-01-01T00:00:00Z');
    slept = [];
    return createApi({
      baseUrl: parseBaseUrl(upstream.url),
      send: network.send,
      key: () => new Secret('sk_live_test'),
      userAgent: 'test',
      clock,
      random: () => 0,
      sleep: async (ms) => {
        slept.push(ms);
        clock.advance(ms);
      },
      ...options,
    });
  };

  /** Answers in turn; the last answer stays. */
  const inTurn = (...behaviours: Behaviour[]): (() => number) => {
    const before = upstream.received.length;
    upstream.behave((request, response) => {
      const turn = upstream.received.length - before - 1;
      (behaviours[Math.min(turn, behaviours.length - 1)] as Behaviour)(request, response);
    });
    return () => upstream.received.length - before;
  };
  const drop: Behaviour = (_request, response) => response.destroy();
  const cut: Behaviour = (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":');

  async function failure(call: Promise<unknown>): Promise<ApiErrorDetails> {
    const error = await call.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(ApiError);
    return (error as ApiError).details;
  }

  it('reads through a passing fault', async () => {
    for (const fault of [json(500, {}), json(503, {}), drop, cut]) {
      const asked = inTurn(fault, fault, page([{ id: 'a' }]));
      expect((await client().listBookings({})).items).toHaveLength(1);
      expect(asked()).toBe(3);
      expect(slept).toEqual([75, 150]);
    }
  });

  it('repeats updates, cancelling and deleting, and a creation only when it was refused', async () => {
    const done = json(200, { data: { id: 'x' } });
    const calls: [(api: Api) => Promise<unknown>, number][] = [
      [(api) => api.updateBooking({ id: 'x', body: {} }), 2],
      [(api) => api.cancelBooking({ id: 'x', body: {} }), 2],
      [(api) => api.deleteWebhook({ webhookId: 'x' }), 2],
    ];
    for (const [call, times] of calls) {
      const asked = inTurn(drop, done);
      await call(client());
      expect(asked()).toBe(times);
    }
    const asked = inTurn(drop, done);
    expect(await failure(client().createBooking({ body: {} }))).toMatchObject({
      kind: 'connection_lost',
      changed: 'unknown',
    });
    expect(asked()).toBe(1);
    const limited = inTurn(json(429, {}, { 'retry-after': '2' }), done);
    await client().createBooking({ body: {} });
    expect(limited()).toBe(2);
    expect(slept).toEqual([2_000]);
  });

  it('does not take back that an earlier attempt may have worked', async () => {
    inTurn(drop, json(404, {}));
    expect(await failure(client().deleteWebhook({ webhookId: 'x' }))).toMatchObject({
      kind: 'not_found',
      changed: 'unknown',
    });
    inTurn(json(404, {}));
    expect(await failure(client().deleteWebhook({ webhookId: 'x' }))).toMatchObject({
      kind: 'not_found',
      changed: 'no',
    });
  });

  it('remembers that an earlier attempt was not answered in time, by the platform or a gateway before it', async () => {
    inTurn(json(504, {}), json(400, {}));
    const given = await failure(client().cancelBooking({ id: 'x', body: {} }));
    expect(given).toMatchObject({ kind: 'bad_request', changed: 'unknown', mayStillBeProcessing: true });
    inTurn(json(502, {}), json(400, {}));
    expect(await failure(client().cancelBooking({ id: 'x', body: {} }))).not.toHaveProperty('mayStillBeProcessing');
    inTurn(json(504, {}));
    expect(await failure(client().listCalls({}))).not.toHaveProperty('mayStillBeProcessing');
  });

  it('tells of a long Retry-After instead of waiting', async () => {
    const asked = inTurn(json(503, {}, { 'retry-after': '120' }));
    expect(await failure(client().listCalls({}))).toMatchObject({ kind: 'server_error', retryAfterSeconds: 120 });
    expect([asked(), slept]).toEqual([1, []]);
  });

  it('waits no longer than the deadline for all attempts together', async () => {
    const asked = inTurn(json(429, {}, { 'retry-after': '3' }));
    await failure(client({ deadlineMs: 8_000 }).listCalls({}));
    expect(slept).toEqual([3_000, 3_000]);
    expect(asked()).toBe(3);
  });

  it('stops repeating when the caller cancels', async () => {
    const stop = new AbortController();
    inTurn(json(500, {}));
    const api = client({
      sleep: async (_ms, signal) => {
        stop.abort();
        signal?.throwIfAborted();
      },
    });
    expect((await failure(api.listCalls({ signal: stop.signal }))).kind).toBe('cancelled');
  });

  it('does not ask a failing platform many times more than it is called', async () => {
    const api = client();
    const asked = inTurn(json(500, {}));
    for (let call = 0; call < 40; call++) await failure(api.listCalls({}));
    expect(asked()).toBeLessThanOrEqual(40 + 30);
  });

  it('leaves a platform alone that has been failing for ten seconds, then tries once', async () => {
    const told: string[] = [];
    const observer: ApiObserver = {
      requested: (endpoint, outcome) => told.push(`${endpoint} ${outcome}`),
      retried: () => {},
      breakerOpen: (_breaker, until) => told.push(until > clock.now() ? 'left alone' : 'asked again'),
    };
    const api = client({ observer });
    const asked = inTurn(json(500, {}));
    const begin = clock.now();
    while ((await failure(api.listCalls({}))).kind === 'server_error') clock.advance(1_000);
    expect(clock.now() - begin).toBeGreaterThanOrEqual(10_000);
    const before = asked();
    const refused = await failure(api.createBooking({ body: {} }));
    expect(refused).toMatchObject({
      kind: 'unreachable',
      changed: 'no',
      advice: expect.stringMatching(/not asked again for \d seconds/),
    });
    expect(asked()).toBe(before);
    expect(told.filter((what) => what === 'listCalls server_error')).toHaveLength(before);
    expect(told.at(-1)).toBe('left alone');
    clock.advance(6_000);
    inTurn(page([]));
    await api.listCalls({});
    await api.listCalls({});
    expect(told.slice(-3)).toEqual(['listCalls ok', 'asked again', 'listCalls ok']);
  });

  it('does not hold against the platform that there was no key to ask it with', async () => {
    let away = true;
    const api = client({
      key: async () => {
        if (away) throw new SendError('unreachable', false, { advice: 'The key file is empty.' });
        return new Secret('sk_live_x');
      },
    });
    inTurn(page([]));
    for (let call = 0; call < 30; call++) {
      expect((await failure(api.listCalls({}))).advice).toBe('The key file is empty.');
      clock.advance(1_000);
    }
    away = false;
    await api.listCalls({});
  });
});

describe('a clock that jumps', () => {
  const jumping = (jumpMs: number) => {
    const clock = manualClock('2030-01-01T00:00:00Z');
    let attempts = 0;
    const retry = createRetrier({ clock, random: () => 0, sleep: async () => clock.advance(jumpMs) });
    const call = { effect: 'read', endpoint: 'listCalls', deadlineMs: 20_000, signal: undefined } as const;
    const run = retry(call, async (timeMs) => {
      attempts++;
      expect(timeMs).toBeGreaterThan(0);
      expect(timeMs).toBeLessThanOrEqual(20_000);
      throw new ApiError({ kind: 'server_error', endpoint: 'listCalls', status: 500, changed: 'no' });
    });
    return { run, attempts: () => attempts };
  };

  it('back by an hour makes nobody wait longer or try more often', async () => {
    const { run, attempts } = jumping(-3_600_000);
    await expect(run).rejects.toMatchObject({ details: { kind: 'server_error' } });
    expect(attempts()).toBe(4);
  });

  it('ahead by an hour ends the call with what went wrong', async () => {
    const { run, attempts } = jumping(3_600_000);
    await expect(run).rejects.toMatchObject({ details: { kind: 'server_error' } });
    expect(attempts()).toBe(1);
  });
});
