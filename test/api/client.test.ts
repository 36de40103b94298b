import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, ApiError, type ApiOptions, createApi, parseBaseUrl } from '../../src/api/index.ts';
import type { NetworkSender } from '../../src/api/network/options.ts';
import { Secret } from '../../src/lib/secrets/secret.ts';
import { SENDERS } from '../support/senders.ts';
import { type Behaviour, json, page, startUpstream, type Upstream } from '../support/upstream.ts';

describe.each(SENDERS)('over %s, the', (_name, createSender) => {
  let upstream: Upstream;
  let network: NetworkSender;

  beforeAll(async () => {
    upstream = await startUpstream();
    network = createSender({ connectTimeoutMs: 1_000 });
  });
  afterAll(async () => {
    await upstream.close();
    await network.close();
  });

  function client(options: Partial<ApiOptions> = {}): Api {
    return createApi({
      baseUrl: parseBaseUrl(upstream.url),
      send: network.send,
      key: () => new Secret('sk_live_test'),
      userAgent: 'test',
      // Retries have their own tests.
      sleep: async () => {},
      ...options,
    });
  }

  async function failure(call: Promise<unknown>): Promise<ApiError['details']> {
    const error = await call.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(ApiError);
    return (error as ApiError).details;
  }

  const booking = {
    id: 'bk_1',
    service_id: 'svc_1',
    start_time: '2025-12-01T15:00:00Z',
    contact: { name: 'Ana' },
    notes: '',
  };

  describe('API client requests', () => {
    it('sends the key as bearer token, or in X-API-Key, never both', async () => {
      upstream.behave(json(200, { data: booking }));
      await client().getBooking({ id: 'bk_1' });
      expect(upstream.received.at(-1)).toMatchObject({
        method: 'GET',
        path: '/api/v1/bookings/bk_1',
        headers: { authorization: 'Bearer sk_live_test' },
      });
      expect(upstream.received.at(-1)?.headers).not.toHaveProperty('x-api-key');
      await client({ keyHeader: 'x-api-key' }).getBooking({ id: 'bk_1' });
      expect(upstream.received.at(-1)?.headers).toMatchObject({ 'x-api-key': 'sk_live_test' });
      expect(upstream.received.at(-1)?.headers).not.toHaveProperty('authorization');
    });

    it('sends the session cookie, and no key, to create a key', async () => {
      upstream.behave(json(200, { data: { key: 'sk_live_new' } }));
      await client({ sessionCookie: new Secret('rcpt_session=abc') }).createApiKey({
        team_id: 'team_1',
        body: { name: 'k', scopes: ['read:calls'], expires_in_days: 5 },
      });
      const { path, headers, body } = upstream.received.at(-1) as NonNullable<(typeof upstream.received)[number]>;
      expect(path).toBe('/api/teams/team_1/api-keys');
      expect(headers).toMatchObject({ cookie: 'rcpt_session=abc', 'content-type': 'application/json' });
      expect(headers).not.toHaveProperty('authorization');
      expect(JSON.parse(body)).toEqual({ name: 'k', scopes: ['read:calls'], expires_in_days: 5 });
    });

    it('sends only documented fields, and refuses others before a request', async () => {
      const before = upstream.received.length;
      const body = { service_id: 's', colour: 'red' };
      await expect(client().createBooking({ body })).rejects.toThrow(/colour/);
      expect(upstream.received.length).toBe(before);
    });

    it('requests a page with the documented parameters', async () => {
      upstream.behave(page([booking]));
      await client().listBookings({ query: { page: 2, per_page: 50 } });
      expect(upstream.received.at(-1)?.path).toBe('/api/v1/bookings?page=2&per_page=50');
      await client().listBookings({});
      expect(upstream.received.at(-1)?.path).toBe('/api/v1/bookings');
    });

    it('reads the key again for each request, so that a rotated key is used', async () => {
      upstream.behave(page([]));
      let version = 0;
      const rotating = client({ key: () => new Secret(`sk_live_${++version}`) });
      await rotating.listCalls({});
      await rotating.listCalls({});
      expect(upstream.received.slice(-2).map((request) => request.headers.authorization)).toEqual([
        'Bearer sk_live_1',
        'Bearer sk_live_2',
      ]);
    });
  });

  describe('API client responses', () => {
    it('separates unknown fields and reports missing documented ones', async () => {
      upstream.behave(
        json(200, { data: { id: 7, service_id: 'svc_1', start_time: 'soon', contact: null, colour: 'red' } }),
      );
      const read = await client().getBooking({ id: '7' });
      expect(read.fields).toEqual({ id: '7', service_id: 'svc_1', contact: null });
      expect(read.missing).toEqual(['start_time', 'notes']);
      expect(read.other).toEqual({ start_time: 'soon', colour: 'red' });
    });

    it('accepts a bare record and a bare array', async () => {
      upstream.behave(json(200, booking));
      expect((await client().getBooking({ id: 'bk_1' })).fields.id).toBe('bk_1');
      upstream.behave(json(200, [booking]));
      const list = await client().listBookings({});
      expect(list).toMatchObject({ total: null, has_more: null, page: 1, per_page: 25 });
      expect(list.items[0]?.fields.id).toBe('bk_1');
    });

    it('accepts any success as the confirmation of a deletion', async () => {
      for (const answer of [json(200, { data: { id: 'wh_1', deleted: true } }), json(200, { success: true })]) {
        upstream.behave(answer);
        await client().deleteWebhook({ webhookId: 'wh_1' });
      }
      upstream.behave((_request, response) => response.writeHead(204).end());
      await client().deleteWebhook({ webhookId: 'wh_1' });
    });

    it('accepts a catalogue of names', async () => {
      upstream.behave(json(200, { data: ['booking.created'] }));
      expect((await client().listWebhookEvents({})).items[0]?.fields).toEqual({ name: 'booking.created' });
    });
  });

  describe('API client failures', () => {
    it.each([
      [400, 'bad_request'],
      [401, 'unauthorized'],
      [403, 'forbidden'],
      [404, 'not_found'],
      [409, 'bad_request'],
      [422, 'bad_request'],
      [429, 'rate_limited'],
      [500, 'server_error'],
      [503, 'server_error'],
    ])('map status %i to %s, with the code and message of the platform', async (status, kind) => {
      upstream.behave(json(status, { error: 'some_code', message: 'Some words', more: 1 }, { 'retry-after': '7' }));
      expect(await failure(client().getBooking({ id: 'bk_1' }))).toEqual({
        kind,
        endpoint: 'getBooking',
        status,
        code: 'some_code',
        platformMessage: 'Some words',
        retryAfterSeconds: 7,
        changed: 'no',
      });
    });

    it('state whether a write may have taken effect', async () => {
      const write = () => failure(client().createBooking({ body: { service_id: 's' } }));
      upstream.behave(json(400, { error: 'x', message: 'y' }));
      expect((await write()).changed).toBe('no');
      upstream.behave(json(500, {}));
      expect((await write()).changed).toBe('unknown');
      upstream.behave((request, response) => void (request.body && response.destroy()));
      expect(await write()).toMatchObject({ kind: 'connection_lost', changed: 'unknown' });
      upstream.behave((_request, response) => response.end('{"data":'));
      expect(await write()).toMatchObject({ kind: 'invalid_response', changed: 'unknown', status: 200 });
    });

    it('include redirects, which are not followed', async () => {
      upstream.behave(json(302, {}, { location: `${upstream.url}/other` }));
      const before = upstream.received.length;
      expect(await failure(client().listCalls({}))).toMatchObject({ kind: 'redirected', status: 302 });
      expect(upstream.received.length).toBe(before + 1);
    });

    it('include responses above the maximum size', async () => {
      upstream.behave((_request, response) => response.end(`{"data":["${'x'.repeat(100_000)}"]}`));
      expect((await failure(client({ maxResponseBytes: 10_000 }).listCalls({}))).kind).toBe('response_too_large');
    });

    it('include responses that are nested too deeply or have too many values, records or members', async () => {
      const answers: [string, string][] = [
        ['invalid_response', `{"data":${'['.repeat(8_000)}${']'.repeat(8_000)}}`],
        ['invalid_response', `{"data":{"id":"bk_1","x":${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}}}`],
        ['invalid_response', '['.repeat(2_000_000)],
        ['response_too_large', `{"data":[{"id":"bk_1","x":[${'0,'.repeat(150_000)}0]}]}`],
        ['response_too_large', `[${'{},'.repeat(10_000)}{}]`],
        ['response_too_large', `[{${Array.from({ length: 20_000 }, (_, at) => `"${at}":0`).join()}}]`],
      ];
      for (const [kind, body] of answers) {
        upstream.behave((_request, response) => response.end(body));
        expect(await failure(client().listCalls({}))).toMatchObject({ kind, status: 200 });
      }
    });

    it('include a refusal whose body is nested too deeply, without its message', async () => {
      const body = `{"message":"no","x":${'['.repeat(8_000)}${']'.repeat(8_000)}}`;
      upstream.behave((_request, response) => response.writeHead(404).end(body));
      const refused = await failure(client().getBooking({ id: 'bk_1' }));
      expect(refused).toMatchObject({ kind: 'not_found', status: 404 });
      expect(refused.platformMessage).toBeUndefined();
    });

    it('include a deadline that expires during headers or body', async () => {
      upstream.behave(() => {});
      expect((await failure(client({ deadlineMs: 100 }).listCalls({}))).kind).toBe('timeout');
      upstream.behave((_request, response) => void response.write('{'));
      expect((await failure(client({ deadlineMs: 100 }).listCalls({}))).kind).toBe('timeout');
    });

    it('include the cancellation by the caller, which closes the connection', async () => {
      const stop = new AbortController();
      let closed = false;
      upstream.behave((_request, response) => {
        response.on('close', () => {
          closed = true;
        });
        stop.abort();
      });
      expect((await failure(client().listCalls({ signal: stop.signal }))).kind).toBe('cancelled');
      await expect.poll(() => closed).toBe(true);
    });

    it.each([
      ['202', json(202, { data: booking })],
      ['an error', json(200, { error: 'slot_taken' })],
      ['an error within the record', json(200, { data: { ...booking, error: { code: 7 } } })],
      ['a list of errors', json(200, { errors: ['slot_taken'] })],
      ['success: false', json(200, { success: false, data: booking })],
      ['ok: false', json(200, { ok: false })],
      ['no record', json(200, { data: null })],
      ['an empty object', json(200, {})],
      ['an empty body', (_request, response) => response.writeHead(204).end()],
      ['a record without an id', json(200, { data: { ...booking, id: undefined } })],
      ['another record', json(200, { data: { ...booking, id: 'bk_2' } })],
    ] satisfies [string, Behaviour][])(
      'a successful response with %s does not confirm a write',
      async (_name, behaviour) => {
        upstream.behave(behaviour);
        const before = upstream.received.length;
        const unconfirmed = { kind: 'unconfirmed', changed: 'unknown' };
        expect(await failure(client().updateBooking({ id: 'bk_1', body: {} }))).toMatchObject(unconfirmed);
        expect(await failure(client().cancelBooking({ id: 'bk_1', body: {} }))).toMatchObject(unconfirmed);
        expect(upstream.received.length).toBe(before + 2);
      },
    );

    it.each([
      ['a booking', () => client().getBooking({ id: 'id_1' })],
      ['a contact', () => client().getContact({ id: 'id_1' })],
      ['a call', () => client().getCall({ id: 'id_1' })],
      ['a webhook', () => client().getWebhook({ webhookId: 'id_1' })],
    ])('reading %s refuses another record, and accepts one without an id', async (_name, read) => {
      upstream.behave(json(200, { data: { id: 'id_2' } }));
      expect(await failure(read())).toMatchObject({ kind: 'invalid_response', changed: 'no', status: 200 });
      upstream.behave(json(200, { data: { id: 'id_1' } }));
      expect((await read()).fields.id).toBe('id_1');
      upstream.behave(json(200, { data: { status: 'confirmed' } }));
      expect((await read()).fields.id).toBeUndefined();
    });

    it('a record with the harmless forms of these members confirms a write', async () => {
      upstream.behave(json(200, { success: true, error: null, errors: [], data: { ...booking, deleted: false } }));
      expect((await client().updateBooking({ id: 'bk_1', body: {} })).fields.id).toBe('bk_1');
    });

    it('state that nothing was sent if no connection was established in time, or its handshake failed', async () => {
      const silent = createTcpServer();
      const rude = createTcpServer((socket) => socket.resetAndDestroy());
      for (const [server, kind] of [
        [silent, 'timeout'],
        [rude, 'unreachable'],
      ] as const) {
        await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
        const { port } = server.address() as AddressInfo;
        const api = client({ baseUrl: parseBaseUrl(`https://127.0.0.1:${port}`), deadlineMs: 500 });
        expect(await failure(api.createBooking({ body: {} }))).toMatchObject({ kind, changed: 'no' });
        server.close();
      }
    });

    it('state that nothing was sent for a refused connection and an unknown host', async () => {
      const gone = await startUpstream();
      await gone.close();
      for (const address of [gone.url, 'https://nowhere.invalid']) {
        const api = client({ baseUrl: parseBaseUrl(address) });
        expect(await failure(api.createBooking({ body: {} }))).toMatchObject({ kind: 'unreachable', changed: 'no' });
      }
    });

    it('distinguish responses that are not HTTP and not TLS', async () => {
      const chatty = createTcpServer((socket) => socket.end('SSH-2.0-hello\r\n'));
      await new Promise<void>((resolve) => chatty.listen(0, '127.0.0.1', resolve));
      const { port } = chatty.address() as AddressInfo;
      const at = (scheme: string) => client({ baseUrl: parseBaseUrl(`${scheme}://127.0.0.1:${port}`) });
      expect((await failure(at('http').listCalls({}))).kind).toBe('invalid_response');
      expect((await failure(at('https').listCalls({}))).kind).toBe('untrusted_certificate');
      chatty.close();
    });
  });
});
