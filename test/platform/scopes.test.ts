import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ALL_SCOPES,
  ENDPOINT_NAMES,
  ENDPOINTS,
  type Endpoint,
  FORBIDDEN,
  type Scope,
  UNAUTHORIZED,
} from '../../src/contract/index.ts';
import { requestFor } from './support/requests.ts';
import { startWorld, type World } from './support/world.ts';

let world: World;
const keys = new Map<Scope, string>();
let without: string;

beforeAll(async () => {
  world = await startWorld();
  for (const scope of ALL_SCOPES) keys.set(scope, await world.key([scope]));
  without = await world.key([]);
});
afterAll(() => world.close());

const withKey = ENDPOINT_NAMES.filter((name) => ENDPOINTS[name].auth === 'key');

describe.each(withKey)('%s', (name) => {
  const { scope: needed, furtherScope }: Endpoint = ENDPOINTS[name];
  // The event of the request decides.
  const further = name === 'createWebhook' ? 'read:bookings' : furtherScope;

  // The sufficient scope last, because it may delete the record that the other requests need.
  const order = ALL_SCOPES.toSorted((a, b) => Number(a === needed) - Number(b === needed));
  it.each(order)('checks a key with only the scope %s', async (scope) => {
    const { method, path, options } = requestFor(name, world.idsA);
    const answer = await world.send(method, path, { ...options, key: keys.get(scope) ?? '' });
    if (scope === needed && !further) expect(answer.status).toBe(200);
    else expect(answer).toMatchObject({ status: 403, body: FORBIDDEN });
  });

  it.runIf(further)('accepts a key with both scopes that it needs', async () => {
    const key = await world.key([needed, further].filter((scope) => scope != null));
    const { method, path, options } = requestFor(name, world.idsA);
    expect((await world.send(method, path, { ...options, key })).status).toBe(200);
  });

  it('returns 403 without scopes and 401 without a key', async () => {
    const { method, path, options } = requestFor(name, world.idsA);
    expect(await world.send(method, path, { ...options, key: without })).toMatchObject({
      status: 403,
      body: FORBIDDEN,
    });
    expect(await world.send(method, path, options)).toMatchObject({ status: 401, body: UNAUTHORIZED });
  });

  it('checks authentication and scope before the record and the body', async () => {
    const { method, path } = requestFor(name, {
      ...world.idsA,
      booking: 'x',
      contact: 'x',
      call: 'x',
      staff: 'x',
      webhook: 'x',
      feed: 'x',
    });
    const broken = { body: '{', headers: { 'Content-Type': 'text/plain' } };
    const options = method === 'GET' ? {} : broken;
    const query = path.includes('?') ? '&from=x' : method === 'GET' ? '?page=0' : '';
    expect((await world.send(method, path + query, options)).status).toBe(401);
    expect((await world.send(method, path + query, { ...options, key: without })).status).toBe(403);
    const expected = path.includes('/x') ? 404 : name === 'getBusiness' ? 200 : 400;
    expect((await world.send(method, path + query, { ...options, key: world.keyA })).status).toBe(expected);
  });
});

describe('the business', () => {
  const business = async (...scopes: Scope[]) =>
    (await world.send('GET', '/v1/business', { key: await world.key(['read:services', ...scopes]) })).body.data;

  it('shows its staff only to a key that may read or change it', async () => {
    const { staff, ...rest } = await business('read:staff');
    expect(staff).toHaveLength(2);
    expect(await business('business:manage')).toEqual({ ...rest, staff });
    expect(await business('time_off:manage')).toEqual({ ...rest, staff });
    expect(await business('read:bookings')).toEqual(rest);
  });
});

describe('a key with only the scope time_off:manage', () => {
  const away = [{ from: '2198-12-24' }];
  const timeOff = () => ({ staff: [{ id: world.idsA.staff, time_off: away }] });
  const change = async (path: string, business: object, prune: string[] = []) => {
    const key = keys.get('time_off:manage') ?? '';
    return world.send('POST', `/v1/business/${path}`, { key, body: { business, prune } });
  };
  const staffNow = async () => {
    const { data } = (await world.send('GET', '/v1/business', { key: world.keyA })).body;
    return data as never as { staff: { id: string; time_off: object[] }[] };
  };

  it('plans, records and removes the time off of a person', async () => {
    const before = await staffNow();
    expect(await change('plan', timeOff())).toMatchObject({ status: 200, body: { data: { applied: false } } });
    expect(await change('apply', timeOff())).toMatchObject({ status: 200, body: { data: { applied: true } } });
    const person = (await staffNow()).staff.find(({ id }) => id === world.idsA.staff);
    expect(person?.time_off).toEqual([{ from: '2198-12-24', to: '2198-12-24' }]);
    const removed = await change('apply', { staff: [{ id: world.idsA.staff, time_off: [] }] }, ['time_off']);
    expect(removed).toMatchObject({ status: 200, body: { data: { applied: true } } });
    expect((await staffNow()).staff).toEqual(before.staff);
  });

  it.each([
    ['a title as well', () => ({ staff: [{ id: world.idsA.staff, time_off: away, title: 'Chief' }] }), []],
    ['a new person', () => ({ staff: [{ id: 'intruder', time_off: away }] }), []],
    ['closed days as well', () => ({ ...timeOff(), closures: [{ from: '2198-12-27' }] }), []],
    ['the name of the business', () => ({ name: 'Another' }), []],
    ['a price', () => ({ services: [{ id: world.idsA.service, price: 1 }] }), []],
    ['a service', () => ({ services: [{ id: 'new', duration: '30m' }] }), []],
    ['other people archived', timeOff, ['staff', 'time_off']],
    ['all services archived', () => ({ ...timeOff(), services: [] }), ['services']],
  ] as const)('refuses %s, and changes nothing', async (_title, business, prune) => {
    const before = await staffNow();
    for (const path of ['plan', 'apply'])
      expect(await change(path, business(), [...prune]), path).toMatchObject({ status: 403, body: FORBIDDEN });
    expect(await staffNow()).toEqual(before);
  });
});

describe('the public list of webhook events', () => {
  it('requires no key and no scope', async () => {
    expect((await world.send('GET', '/v1/webhooks/events')).status).toBe(200);
    expect((await world.send('GET', '/v1/webhooks/events', { key: without })).status).toBe(200);
  });

  it('refuses an invalid key', async () => {
    const answer = await world.send('GET', '/v1/webhooks/events', { key: 'sk_live_wrong' });
    expect(answer).toMatchObject({ status: 401, body: UNAUTHORIZED });
  });
});
