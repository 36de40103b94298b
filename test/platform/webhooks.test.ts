import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FORBIDDEN, type Scope } from '../../src/contract/index.ts';
import { NOW } from './support/fixture.ts';
import { startWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const send = (method: string, path: string, body?: unknown) => world.send(method, path, { key: world.keyA, body });
const create = (url: unknown, events: unknown = ['booking.created']) => send('POST', '/v1/webhooks', { url, events });
const total = async () => (await send('GET', '/v1/webhooks')).body.meta.total;

describe('webhook subscriptions', () => {
  it('can be created, read, listed and deleted', async () => {
    const before = await total();
    const created = await create('https://example.com/in?x=1', ['booking.created', 'call.completed']);
    expect(created.status).toBe(200);
    expect(created.body.data).toEqual({
      id: expect.stringMatching(/^wh_/),
      url: 'https://example.com/in?x=1',
      events: ['booking.created', 'call.completed'],
      active: true,
      disabled_reason: null,
      disabled_at: null,
      consecutive_failures: 0,
      last_delivery_at: null,
      last_delivery_status: null,
      created_at: NOW,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
    const path = `/v1/webhooks/${created.body.data.id}`;
    // Only the response to the creation contains the secret.
    const { secret, ...shown } = created.body.data;
    expect((await send('GET', path)).body).toEqual({ data: shown });
    expect((await send('GET', '/v1/webhooks')).body.data).toContainEqual(shown);
    expect((await create('https://example.com/in')).body.data.secret).not.toBe(secret);
    expect(await total()).toBe(before + 2);
    expect((await send('DELETE', path)).body).toEqual({ data: { id: created.body.data.id, deleted: true } });
    expect((await send('GET', path)).status).toBe(404);
    expect((await send('DELETE', path)).status).toBe(404);
    expect(await total()).toBe(before + 1);
  });

  it.each([
    'https://hooks.example.com',
    'https://93.184.216.34/in',
    'https://[2606:4700::1111]/in',
    'https://example.com:8443/in',
    'http://localhost:3000/in',
    'http://127.0.0.1:3000/in',
    'http://[::1]/in',
    'https://localhost/in',
  ])('accept the URL %s', async (url) => {
    expect((await create(url)).body.data.url).toBe(url);
  });

  it.each<[unknown, string]>([
    ['http://example.com/in', 'url: must begin with https://'],
    ['ftp://example.com/in', 'url: must begin with https://'],
    ['javascript:alert(1)', 'url: must begin with https://'],
    ['example.com/in', 'url: must be a URL such as https://example.com/hooks'],
    ['', 'url: must be a URL'],
    [null, 'url: must be a text'],
    [undefined, 'url: is required'],
    ['https://user:pw@example.com/in', 'url: must not contain a user name or password'],
    ['https://user@example.com/in', 'url: must not contain a user name or password'],
    ['https://example.com/in#x', 'url: must not have a fragment'],
    [`https://example.com/${'x'.repeat(2048)}`, 'url: must have at most 2048 characters'],
    ...[
      '10.0.0.1',
      '172.16.5.4',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
      '0xa9.0xfe.0xa9.0xfe',
      '2852039166',
      '224.0.0.1',
      '255.255.255.255',
      '[fe80::1]',
      '[fd00::1]',
      '[::ffff:10.0.0.1]',
      '[64:ff9b::a00:1]',
      '[::]',
      'metadata.google.internal',
      'printer.local',
      'router.lan.',
      'hooks.internal..',
    ].map((host) => [`https://${host}/in`, 'url: must not point into a private network'] satisfies [string, string]),
  ])('refuse the URL %s', async (url, message) => {
    const before = await total();
    const answer = await create(url);
    expect(answer).toMatchObject({ status: 400, body: { error: 'validation_error' } });
    expect(answer.body.message).toContain(message);
    expect(await total()).toBe(before);
  });

  it.each([
    [[], 'events: must have at least 1 item'],
    ['booking.created', 'events: must be a list'],
    [undefined, 'events: is required'],
    [[1], 'events[0]: must be a text'],
    [['booking.deleted'], 'events: there is no event "booking.deleted"; the events are booking.created, '],
    [['call.completed', 'call.completed'], 'events: must name each event once'],
  ])('refuse the events %j', async (events, message) => {
    const answer = await send('POST', '/v1/webhooks', { url: 'https://example.com/in', events });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain(message);
  });

  it('refuse unknown fields', async () => {
    const body = { url: 'https://example.com/in', events: ['call.completed'], secret: 'x' };
    const answer = await send('POST', '/v1/webhooks', body);
    expect(answer).toMatchObject({ status: 400, body: { message: 'secret: is not a field of this request' } });
  });

  it.each([
    ['booking.created', 'read:bookings', 'read:calls'],
    ['booking.cancelled', 'read:bookings', 'read:contacts'],
    ['call.completed', 'read:calls', 'read:bookings'],
  ] as const)('send %s only for a key with the scope %s', async (event, needed, other) => {
    const body = { url: 'https://example.com/in', events: [event] };
    const attempt = async (...scopes: Scope[]) =>
      world.send('POST', '/v1/webhooks', { key: await world.key(['webhooks:manage', ...scopes]), body });
    const before = await total();
    expect(await attempt()).toMatchObject({ status: 403, body: FORBIDDEN });
    expect(await attempt(other)).toMatchObject({ status: 403, body: FORBIDDEN });
    expect(await total()).toBe(before);
    expect((await attempt(needed)).status).toBe(200);
  });

  it('need the scopes of all their events', async () => {
    const body = { url: 'https://example.com/in', events: ['call.updated', 'booking.updated'] };
    const key = await world.key(['webhooks:manage', 'read:calls']);
    expect(await world.send('POST', '/v1/webhooks', { key, body })).toMatchObject({ status: 403, body: FORBIDDEN });
  });

  it('a refusal names all scopes that the key lacks', async () => {
    const events = ['call.updated', 'booking.updated', 'booking.created'];
    const body = { url: 'https://example.com/in', events };
    const { headers } = await world.send('POST', '/v1/webhooks', { key: await world.key(['webhooks:manage']), body });
    expect(headers.get('www-authenticate')).toBe(
      'Bearer realm="receptionist", error="insufficient_scope", scope="read:calls read:bookings"',
    );
  });

  it('refuse more than 50 per team', async () => {
    while ((await total()) < 50) expect((await create('https://example.com/more')).status).toBe(200);
    expect(await create('https://example.com/more')).toMatchObject({ status: 400, body: { error: 'limit_reached' } });
    expect(await total()).toBe(50);
  });
});

describe('the event catalogue', () => {
  it('lists all event names', async () => {
    const { body } = await world.send('GET', '/v1/webhooks/events');
    expect(body.data.map((event) => event.name)).toEqual([
      'booking.created',
      'booking.updated',
      'booking.cancelled',
      'call.completed',
      'call.updated',
    ]);
  });
});
