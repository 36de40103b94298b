import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINT_NAMES, ENDPOINTS, type Endpoint } from '../../src/contract/index.ts';
import { requestFor } from '../platform/support/requests.ts';
import { startWorld, type World } from '../platform/support/world.ts';
import { VALID_ARGUMENTS } from '../support/arguments.ts';
import { connect, type TestClient } from '../support/clients.ts';
import { dumpDatabase } from '../support/engines.ts';
import { type Front, legacyCall, modernCall, startFront } from './support/front.ts';
import { contentLength, rawPost, sendRaw } from './support/raw.ts';

/** The attacker writes paths, query strings and SQL statements where an identifier belongs. */
let front: Front;
let client: TestClient;
beforeAll(async () => {
  front = await startFront('none', ['--toolsets', 'account,bookings,contacts,calls,services,webhooks']);
  client = await connect('v2 2026-07-28', { url: front.url });
});
afterAll(async () => {
  await client?.close();
  await front?.close();
});

/** Every tool argument that becomes part of an upstream path: [tool, argument]. */
const ID_ARGUMENTS = Object.entries(VALID_ARGUMENTS).flatMap(([tool, args]) =>
  Object.keys(args)
    .filter((name) => /^(booking|contact|call|webhook)_id$/.test(name))
    .map((name) => [tool, name] as const),
);

const INVALID_IDS = [
  '.',
  '..',
  '../contacts',
  '../../api/v1/contacts',
  'bk_1/../../contacts',
  'bk_1/cancel',
  '/etc/passwd',
  '//evil.example.com',
  'https://evil.example.com/',
  'a\\..\\b',
  'bk_1\r\nX-API-Key: sk_live_other',
  'bk_1 HTTP/1.1\r\nHost: evil.example.com\r\n\r\nGET /',
  'bk_1\u0000',
  'bk_\u20281',
  'bk_\ufeff1',
  'bk 1',
  ' ',
  'bk_1\u202e',
  '\ud800',
  '',
  'x'.repeat(257),
];
/** Possible identifiers (the API does not define their form). Each must stay one segment of the path. */
const ESCAPABLE_IDS = [
  '...',
  '%2e%2e',
  '..%2fcontacts',
  '%252e%252e%252f',
  '%00',
  '%',
  'bk_1?per_page=100',
  'bk_1#x',
  'bk_1;x=1',
  'bk_1&x=1',
  "'or'1'='1",
  "bk_1';drop",
  '{id}',
  '@evil.example.com',
  ':8080',
  '..\uff0f..\uff0fcontacts',
  '\u2024\u2024',
  '__proto__',
  'constructor',
  '$(id)',
];

describe.each(ID_ARGUMENTS)('%s with a malicious %s', (tool, name) => {
  it.each(INVALID_IDS)('rejects %j without an upstream request', async (id) => {
    const args = { ...VALID_ARGUMENTS[tool], [name]: id };
    const { result, requests } = await front.recordRequests(() => client.call(tool, args));
    expect(result.isError, result.text).toBe(true);
    expect(requests).toEqual([]);
  });

  // At the same time, because a write whose answer has another id is looked for during seconds.
  it('sends each possible id as one path segment', async () => {
    const call = (id: string) => client.call(tool, { ...VALID_ARGUMENTS[tool], [name]: id });
    const { requests } = await front.recordRequests(() => Promise.all(ESCAPABLE_IDS.map(call)));
    // A first update also asks for the platform's extensions.
    const withId = requests.filter((request) => !request.endsWith(' /api/v1/capabilities'));
    const sent = withId.map((request) => {
      const [, path = ''] = request.split(' ');
      expect(path).toMatch(/^\/api\/v1\/(bookings|contacts|calls|webhooks)\/[^/?#;&\\]+(\/cancel)?$/);
      return decodeURIComponent(path.split('/')[4] ?? '');
    });
    expect(new Set(sent)).toEqual(new Set(ESCAPABLE_IDS));
  });
});

describe('a resource URI with a malicious id', () => {
  it.each([
    '..',
    '../contacts',
    '..%2fcontacts%3fper_page=100',
    '%2e%2e',
    '%00',
    'a%0d%0aX: y',
    'a/b',
    'a?b',
    '%c0%ae%c0%ae',
    '%',
  ])('%j reaches no other upstream path', async (id) => {
    for (const kind of ['bookings', 'contacts', 'calls']) {
      const { requests } = await front.recordRequests(() => client.read(`rcpt://${kind}/${id}`).catch(() => undefined));
      for (const request of requests) expect(request).toMatch(new RegExp(`^GET /api/v1/${kind}/[^/?#]+$`));
    }
  });
});

it.each(['C0AE', 'E080AE', 'F08080AE', 'C0AF', 'EDA080', 'FF', '80', 'F4908080'])(
  'the invalid UTF-8 bytes %s do not become another path',
  async (hex) => {
    const bytes = Buffer.from(hex, 'hex').toString('latin1');
    for (const { headers, body } of [
      legacyCall('get_booking', { booking_id: 'bk_@' }),
      modernCall('get_booking', { booking_id: 'bk_@' }),
    ]) {
      const lines = Object.entries(headers)
        .map(([key, value]) => `${key}: ${value}\r\n`)
        .join('');
      const broken = Buffer.from(body.replace('@', bytes), 'latin1');
      const request = Buffer.concat([
        Buffer.from(`POST /mcp HTTP/1.1\r\nHost: localhost\r\n${lines}Content-Length: ${broken.length}\r\n\r\n`),
        broken,
      ]);
      const { result, requests } = await front.recordRequests(() => sendRaw(front.url, request));
      expect(result.statuses, result.text).toEqual([expect.stringMatching(/^(400|200)$/), '200']);
      // The decoder may replace them by U+FFFD, but not by path syntax.
      for (const path of requests) expect(path).not.toMatch(/\.\.|%2e|%2f/i);
    }
  },
);

it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'booking_id.length', '__defineGetter__'])(
  'the argument name %s is rejected and does not pollute other calls',
  async (name) => {
    const body = legacyCall('get_booking', `{"${name}":{"booking_id":"bk_evil","polluted":"yes"}}`);
    for (const { headers, body: text } of [body, modernCall('get_booking', `{"${name}":{"booking_id":"bk_evil"}}`)]) {
      const { result, requests } = await front.recordRequests(async () => {
        const answer = await fetch(front.url, { method: 'POST', headers, body: text });
        return answer.text();
      });
      expect(result).toMatch(/"isError":true/);
      expect(requests).toEqual([]);
    }
    expect((await client.call('get_booking', {})).isError).toBe(true);
    expect((await client.call('get_booking', { booking_id: 'bk_1' })).isError).toBe(false);
  },
);

it('an HTTP header named like an object property is only a header', async () => {
  const { body } = legacyCall('get_booking', { booking_id: 'bk_1' });
  const names = ['__proto__', 'constructor', 'hasOwnProperty', 'toString'].map((name) => `${name}: x\r\n`).join('');
  const { statuses } = await sendRaw(front.url, rawPost(names + contentLength(body), body));
  expect(statuses).toEqual(['200', '200']);
});

describe('the platform API under malicious ids and texts', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world?.close());

  const recordEndpoints = ENDPOINT_NAMES.filter((name) => {
    const { auth, path }: Endpoint = ENDPOINTS[name];
    return auth === 'key' && path.includes('{');
  });
  /** Sent literally in the request line. */
  const IN_PATHS = [
    '..%2f..%2fv1%2fcontacts',
    '%2e%2e%2fcontacts',
    '%00',
    'bk_2_a%00',
    '%c0%ae%c0%ae%c0%afcontacts',
    '%e0%80%ae',
    '%ed%a0%80',
    '%ff',
    '%',
    '%zz',
    "'%20or%20'1'='1",
    "'%3b%20drop%20table%20bookings%3b--",
    'bk_2_a%27--',
    '%25',
    '_k_2_a',
    'bk%25',
    'BK_2_A',
    'bk_2_a%20',
    '%20bk_2_a',
    '*',
    '%5c..%5c',
    '{id}',
    'x'.repeat(5_000),
  ];

  it.each(recordEndpoints)('%s answers 404 for every malicious id', async (name) => {
    const placeholders = {
      booking: 'MARK',
      contact: 'MARK',
      call: 'MARK',
      staff: 'MARK',
      webhook: 'MARK',
      feed: 'MARK',
    };
    const { method, path, options } = requestFor(name, { ...world.idsA, ...placeholders });
    for (const id of IN_PATHS) {
      const answer = await world.send(method, path.replace('MARK', id), { ...options, key: world.keyA });
      expect(answer, id).toMatchObject({ status: 404, body: { error: 'not_found' } });
    }
  });

  it('a path with dot segments requires the scope of the path that it resolves to', async () => {
    const bookingsKey = await world.key(['read:bookings']);
    const paths = [
      '/api/v1/bookings/../contacts',
      '/api/v1/bookings/%2e%2e/contacts',
      '/api/v1/bookings/./../contacts',
    ];
    for (const path of paths) {
      const text = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${bookingsKey}\r\nConnection: close\r\n\r\n`;
      const { statuses, text: answer } = await sendRaw(world.url, '', text);
      expect(statuses).toEqual([expect.stringMatching(/^40[034]$/)]);
      expect(answer).not.toContain('Erika');
    }
  });

  const STATEMENTS = [
    "'; drop table contacts; --",
    '"; drop table contacts; --',
    "' or 1=1 --",
    "x'); delete from bookings; --",
    "\\'; select pg_sleep(9); --",
    '$$; drop table contacts; $$',
    '%_%',
    "' union select key_hash from api_keys --",
    '/* */',
    '?1 ?2 $1 $2 :name @name',
  ];

  it('SQL statements in text fields are stored as plain text', async () => {
    const before = (await world.send('GET', '/v1/contacts', { key: world.keyA })).body.meta.total;
    for (const text of STATEMENTS) {
      const created = await world.send('POST', '/v1/contacts', { key: world.keyA, body: { name: text } });
      expect(created).toMatchObject({ status: 200, body: { data: { name: text } } });
      const path = `/v1/contacts/${created.body.data.id}`;
      const changed = await world.send('PUT', path, { key: world.keyA, body: { name: `${text}!` } });
      expect(changed.body.data.name).toBe(`${text}!`);
      const { method, path: booking, options } = requestFor('updateBooking', world.idsA);
      const noted = await world.send(method, booking, { ...options, body: { notes: text }, key: world.keyA });
      expect(noted.body.data.notes).toBe(text);
      const refused = await world.send('POST', '/v1/bookings', {
        key: world.keyA,
        body: { ...(requestFor('createBooking', world.idsA).options.body as object), service_id: text },
      });
      expect(refused.status).toBe(400);
    }
    const after = (await world.send('GET', '/v1/contacts', { key: world.keyA })).body.meta.total;
    expect(after).toBe(before + STATEMENTS.length);
    expect((await world.send('GET', '/v1/bookings', { key: world.keyA })).body.meta.total).toBeGreaterThan(0);
    expect(await dumpDatabase(world.database)).toContain('drop table contacts');
  });

  it.each(['page', 'per_page'])(
    'SQL statements and malformed numbers in the query parameter %s are rejected',
    async (name) => {
      for (const text of [
        ...STATEMENTS,
        '1;2',
        '1e3',
        '0x10',
        '1.0',
        '+1',
        ' 1',
        '１',
        '-1',
        '0',
        '9'.repeat(400),
        'NaN',
        '1,2',
      ]) {
        const query = `/v1/contacts?${name}=${encodeURIComponent(text)}`;
        const answer = await world.send('GET', query, { key: world.keyA });
        expect(answer, text).toMatchObject({ status: 400, body: { message: expect.stringContaining(name) } });
      }
      const twice = await world.send('GET', `/v1/contacts?${name}=1&${name}=2`, { key: world.keyA });
      expect(twice.status).toBe(400);
    },
  );
});
