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
import { networkSender } from '../../src/api/network/network-sender.ts';
import type { NetworkSender } from '../../src/api/network/options.ts';
import { createRetrier, retryDelay } from '../../src/api/retry.ts';
import { Secret } from '../../src/lib/secrets/secret.ts';
import { type ManualClock, manualClock } from '../support/clock.ts';
import { type Behaviour, json, page, startUpstream, type Upstream } from '../support/upstream.ts';

const details = (kind: ApiErrorDetails['kind'], more: Partial<ApiErrorDetails> = {}): ApiErrorDetails => ({
  kind,
  endpoint: 'createBooking',
  changed: 'unknown',
  ...more,
});

describe('retryDelay', () => {
  it.each(['server_error', 'timeout', 'connection_lost'] as const)(
    'retries reads, updates and deletions after %s, never a create',
    (kind) => {
      for (const effect of ['read', 'update', 'delete'] as const)
        expect(retryDelay(details(kind), effect, 1, 0)).toBe(75);
      expect(retryDelay(details(kind), 'create', 1, 0)).toBeUndefined();
    },
  );

  it.each(['unreachable', 'rate_limited'] as const)('retries a create after %s if it certainly failed', (kind) => {
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
  ] as const)('does not retry after %s', (kind) => {
    expect(retryDelay(details(kind, { changed: 'no' }), 'read', 1, 0)).toBeUndefined();
  });

  it('retries after a malformed response to an idempotent request only', () => {
    expect(retryDelay(details('invalid_response', { status: 200 }), 'read', 1, 0)).toBe(75);
    expect(retryDelay(details('invalid_response', { status: 200 }), 'create', 1, 0)).toBeUndefined();
  });

  it('doubles the delay with jitter, and stops after four attempts', () => {
    const delays = [1, 2, 3].map((attempts) => [
      retryDelay(details('timeout'), 'read', attempts, 0),
      retryDelay(details('timeout'), 'read', attempts, 1),
    ]);
    expect(delays).toEqual([
      [75, 150],
      [150, 300],
      [300, 600],
    ]);
    expect(retryDelay(details('timeout'), 'read', 4, 0)).toBeUndefined();
  });

  it('waits for a short Retry-After and stops at a long one', () => {
    expect(retryDelay(details('rate_limited', { changed: 'no', retryAfterSeconds: 3 }), 'read', 1, 0)).toBe(3_000);
    expect(retryDelay(details('rate_limited', { changed: 'no', retryAfterSeconds: 30 }), 'read', 1, 0)).toBeUndefined();
  });
});

describe('API client retries', () => {
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

  /** Responds with one behaviour after the other; the last one repeats. Returns the number of requests. */
  const respondInOrder = (...behaviours: Behaviour[]): (() => number) => {
    const before = upstream.received.length;
    upstream.behave((request, response) => {
      const index = upstream.received.length - before - 1;
      (behaviours[Math.min(index, behaviours.length - 1)] as Behaviour)(request, response);
    });
    return () => upstream.received.length - before;
  };
  const drop: Behaviour = (_request, response) => response.destroy();
  const truncate: Behaviour = (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":');

  async function failure(call: Promise<unknown>): Promise<ApiErrorDetails> {
    const error = await call.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(ApiError);
    return (error as ApiError).details;
  }

  it('hide temporary failures of a read', async () => {
    for (const fault of [json(500, {}), json(503, {}), drop, truncate]) {
      const requestCount = respondInOrder(fault, fault, page([{ id: 'a' }]));
      expect((await client().listBookings({})).items).toHaveLength(1);
      expect(requestCount()).toBe(3);
      expect(slept).toEqual([75, 150]);
    }
  });

  it('repeat updates, cancellations and deletions, and a create only after a refusal', async () => {
    const done = json(200, { data: { id: 'x' } });
    const calls: [(api: Api) => Promise<unknown>, number][] = [
      [(api) => api.updateBooking({ id: 'x', body: {} }), 2],
      [(api) => api.cancelBooking({ id: 'x', body: {} }), 2],
      [(api) => api.deleteWebhook({ webhookId: 'x' }), 2],
    ];
    for (const [call, times] of calls) {
      const requestCount = respondInOrder(drop, done);
      await call(client());
      expect(requestCount()).toBe(times);
    }
    const requestCount = respondInOrder(drop, done);
    expect(await failure(client().createBooking({ body: {} }))).toMatchObject({
      kind: 'connection_lost',
      changed: 'unknown',
    });
    expect(requestCount()).toBe(1);
    const limited = respondInOrder(json(429, {}, { 'retry-after': '2' }), done);
    await client().createBooking({ body: {} });
    expect(limited()).toBe(2);
    expect(slept).toEqual([2_000]);
  });

  it('repeat a create after a 5xx that states that nothing was changed', async () => {
    const undone = { error: 'storage_failed', message: 'Full', changed: false };
    const requestCount = respondInOrder(json(500, undone), json(200, { data: { id: 'x' } }));
    await client().createBooking({ body: {} });
    expect(requestCount()).toBe(2);
    respondInOrder(json(503, undone));
    expect(await failure(client().createBooking({ body: {} }))).toMatchObject({ kind: 'server_error', changed: 'no' });
    for (const changed of [true, 'no', null, undefined]) {
      const once = respondInOrder(json(500, { ...undone, changed }), json(200, { data: { id: 'x' } }));
      expect((await failure(client().createBooking({ body: {} }))).changed).toBe('unknown');
      expect(once()).toBe(1);
    }
  });

  it('do not repeat a create that took longer to fail than there is time left', async () => {
    const undone = json(500, { error: 'storage_failed', message: 'Locked', changed: false });
    for (const [seconds, expected] of [
      [9, 2],
      [11, 1],
    ] as const) {
      const requestCount = respondInOrder((request, response) => {
        clock.advance(seconds * 1_000);
        undone(request, response);
      });
      expect((await failure(client().createBooking({ body: {} }))).changed).toBe('no');
      expect(requestCount()).toBe(expected);
    }
  });

  it('preserve that an earlier attempt may have taken effect', async () => {
    respondInOrder(drop, json(404, {}));
    expect(await failure(client().deleteWebhook({ webhookId: 'x' }))).toMatchObject({
      kind: 'not_found',
      changed: 'unknown',
    });
    respondInOrder(json(404, {}));
    expect(await failure(client().deleteWebhook({ webhookId: 'x' }))).toMatchObject({
      kind: 'not_found',
      changed: 'no',
    });
  });

  it('preserve that an earlier attempt may have taken effect after every kind of failure', async () => {
    for (const fault of [
      drop,
      truncate,
      json(500, {}),
      json(503, {}, { 'retry-after': '1' }),
      json(504, {}),
      json(202, {}),
    ]) {
      respondInOrder(fault, json(400, {}));
      const details = await failure(client().cancelBooking({ id: 'x', body: {} }));
      expect(details.changed, JSON.stringify(details)).toBe('unknown');
    }
    respondInOrder(json(429, {}), json(400, {}));
    expect((await failure(client().cancelBooking({ id: 'x', body: {} }))).changed).toBe('no');
  });

  it('do not repeat a write that was answered with success without confirming it', async () => {
    const requestCount = respondInOrder(
      json(200, { error: 'slot_taken', message: 'Taken' }),
      json(200, { data: { id: 'x' } }),
    );
    expect(await failure(client().updateBooking({ id: 'x', body: {} }))).toMatchObject({
      kind: 'unconfirmed',
      status: 200,
      platformMessage: 'Taken',
      changed: 'unknown',
    });
    expect(requestCount()).toBe(1);
  });

  it('report a long Retry-After instead of waiting', async () => {
    const requestCount = respondInOrder(json(503, {}, { 'retry-after': '120' }));
    expect(await failure(client().listCalls({}))).toMatchObject({ kind: 'server_error', retryAfterSeconds: 120 });
    expect([requestCount(), slept]).toEqual([1, []]);
  });

  it('end at the deadline for all attempts together', async () => {
    const requestCount = respondInOrder(json(429, {}, { 'retry-after': '3' }));
    await failure(client({ deadlineMs: 8_000 }).listCalls({}));
    expect(slept).toEqual([3_000, 3_000]);
    expect(requestCount()).toBe(3);
  });

  it('stop when the caller cancels', async () => {
    const stop = new AbortController();
    respondInOrder(json(500, {}));
    const api = client({
      sleep: async (_ms, signal) => {
        stop.abort();
        signal?.throwIfAborted();
      },
    });
    expect((await failure(api.listCalls({ signal: stop.signal }))).kind).toBe('cancelled');
  });

  it('stay within a budget while the platform fails', async () => {
    const api = client();
    const requestCount = respondInOrder(json(500, {}));
    for (let call = 0; call < 40; call++) await failure(api.listCalls({}));
    expect(requestCount()).toBeLessThanOrEqual(40 + 30);
  });

  it('stop while the circuit breaker is open: after ten failing seconds, until it half-opens', async () => {
    const reports: string[] = [];
    const observer: ApiObserver = {
      requested: (endpoint, outcome) => reports.push(`${endpoint} ${outcome}`),
      retried: () => {},
      breakerOpen: (_breaker, openMs) => reports.push(openMs > 0 ? 'breaker open' : 'breaker closed'),
    };
    const api = client({ observer });
    const requestCount = respondInOrder(json(500, {}));
    const start = clock.now();
    while ((await failure(api.listCalls({}))).kind === 'server_error') clock.advance(1_000);
    expect(clock.now() - start).toBeGreaterThanOrEqual(10_000);
    const before = requestCount();
    const refused = await failure(api.createBooking({ body: {} }));
    expect(refused).toMatchObject({
      kind: 'unreachable',
      changed: 'no',
      advice: expect.stringMatching(/failed \d+ times in a row \(last: 500\) and is not asked now/),
    });
    expect(requestCount()).toBe(before);
    expect(reports.filter((report) => report === 'listCalls server_error')).toHaveLength(before);
    expect(reports.at(-1)).toBe('breaker open');
    clock.advance(6_000);
    respondInOrder(page([]));
    await api.listCalls({});
    await api.listCalls({});
    expect(reports.slice(-3)).toEqual(['listCalls ok', 'breaker closed', 'listCalls ok']);
  });

  it('open the circuit breaker of a platform that fails, although some calls are cancelled', async () => {
    const stop = new AbortController();
    const api = client();
    const kinds = new Set<string>();
    for (let call = 1; call <= 30; call++) {
      const isCancelled = call % 5 === 0;
      respondInOrder(isCancelled ? () => stop.abort() : json(500, {}));
      const options = isCancelled ? { signal: AbortSignal.any([stop.signal]) } : {};
      kinds.add((await failure(api.listCalls(options))).kind);
      clock.advance(2_000);
    }
    expect(kinds).toContain('unreachable');
  });

  it.each([
    ['before the breaker opens', 'before'],
    ['while the breaker is open', 'after'],
  ])('stop for five seconds only if the wall clock is set back an hour %s', async (_, when) => {
    const api = client();
    respondInOrder(json(500, {}));
    const failOnce = async () => {
      const { kind } = await failure(api.listCalls({}));
      clock.advance(1_000);
      return kind;
    };
    await failOnce();
    if (when === 'before') clock.setBack(3_600_000);
    while ((await failOnce()) === 'server_error');
    if (when === 'after') clock.setBack(3_600_000);
    respondInOrder(page([]));
    clock.advance(4_000);
    expect((await api.listCalls({})).items).toEqual([]);
  });

  it('do not count a missing key as a failure of the platform', async () => {
    let isMissing = true;
    const api = client({
      key: async () => {
        if (isMissing) throw new SendError('unreachable', false, { advice: 'The key file is empty.' });
        return new Secret('sk_live_x');
      },
    });
    respondInOrder(page([]));
    for (let call = 0; call < 30; call++) {
      expect((await failure(api.listCalls({}))).advice).toBe('The key file is empty.');
      clock.advance(1_000);
    }
    isMissing = false;
    await api.listCalls({});
  });
});

describe('retries with a clock that jumps', () => {
  const jumping = (jump: (clock: ManualClock) => void) => {
    const clock = manualClock('2030-01-01T00:00:00Z');
    let attempts = 0;
    const retry = createRetrier({ clock, random: () => 0, sleep: async () => jump(clock) });
    const call = { effect: 'read', endpoint: 'listCalls', deadlineMs: 20_000, signal: undefined } as const;
    const run = retry(call, async (timeMs) => {
      attempts++;
      expect(timeMs).toBeGreaterThan(0);
      expect(timeMs).toBeLessThanOrEqual(20_000);
      throw new ApiError({ kind: 'server_error', endpoint: 'listCalls', status: 500, changed: 'no' });
    });
    return { run, attempts: () => attempts };
  };

  it.each([-3_600_000, 3_600_000])('continue unchanged when the wall clock is set by %s ms', async (jumpMs) => {
    const { run, attempts } = jumping((clock) => clock.setBack(-jumpMs));
    await expect(run).rejects.toMatchObject({ details: { kind: 'server_error' } });
    expect(attempts()).toBe(4);
  });

  it('end with the error of the first attempt if an hour passes in between', async () => {
    const { run, attempts } = jumping((clock) => clock.advance(3_600_000));
    await expect(run).rejects.toMatchObject({ details: { kind: 'server_error' } });
    expect(attempts()).toBe(1);
  });
});
