import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINT_NAMES, ENDPOINTS, type Endpoint, type EndpointName, FORBIDDEN } from '../../src/contract/index.ts';
import type { DemoBusiness } from '../../src/platform/index.ts';
import { smallBusiness } from './support/fixture.ts';
import { removeLastOwner } from './support/remove-last-owner.ts';
import { requestFor } from './support/requests.ts';
import { startWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const withKey = ENDPOINT_NAMES.filter((name) => ENDPOINTS[name].auth === 'key');
const endpoint = (name: EndpointName): Endpoint => ENDPOINTS[name];
const byRecord = withKey.filter((name) => endpoint(name).path.includes('{'));
/** Covered by their own tests below. */
const OF_BUSINESS = [
  'getBusiness',
  'planBusiness',
  'applyBusiness',
  'getAvailability',
  'getCalendarConflicts',
  'getSummary',
  'listFollowUps',
] as const;
const lists = withKey.filter((name) => endpoint(name).response.shape === 'list');

/** Another team, in whose calls something is promised. */
function withPromise(tag: string): DemoBusiness {
  const business = smallBusiness(tag);
  const transcript = [{ speaker: 'receptionist', text: "We'll call you back tomorrow.", offset_seconds: 3 }];
  return { ...business, calls: business.calls.map((call) => ({ ...call, transcript })) };
}

it('the isolation tests cover all endpoints with API key authentication', () => {
  const creating = withKey.filter((name) => endpoint(name).effect === 'create');
  expect(new Set([...byRecord, ...lists, ...creating, ...OF_BUSINESS])).toEqual(new Set(withKey));
});

describe('the business of a team', () => {
  it('GET /v1/business shows a team only its own business', async () => {
    const { method, path } = requestFor('getBusiness', world.idsA);
    expect((await world.send(method, path, { key: world.keyA })).body.data.id).toBe('team_a');
    expect((await world.send(method, path, { key: world.keyB })).body.data.id).toBe('team_b');
  });

  it('POST /v1/business/apply changes only the business of the caller’s team', async () => {
    const revision = async () => (await world.send('GET', '/v1/business', { key: world.keyB })).body.data.revision;
    const before = await revision();
    const { method, path, options } = requestFor('applyBusiness', world.idsA);
    expect((await world.send(method, path, { ...options, key: world.keyA })).body.data.applied).toBe(true);
    expect(await revision()).toBe(before);
    const foreign = { business: { staff: [{ id: 'st_1_b', name: 'Taken over' }] } };
    const refused = await world.send(method, path, { body: foreign, key: world.keyA });
    expect(refused).toMatchObject({ status: 400, body: { error: 'validation_error' } });
    expect((await world.send('GET', '/v1/staff/st_1_b', { key: world.keyB })).body.data.name).toBe('Sam');
  });

  it('has no free times for a service or a person of another team', async () => {
    const query = requestFor('getAvailability', world.idsB).path;
    expect(await world.send('GET', query, { key: world.keyA })).toMatchObject({ status: 404 });
    const mixed = `${requestFor('getAvailability', world.idsA).path}&staff_id=${world.idsB.staff}`;
    expect(await world.send('GET', mixed, { key: world.keyA })).toMatchObject({ status: 400 });
  });
});

it.each(byRecord)('%s returns the same 404 for a record of another team and for a missing one', async (name) => {
  const other = requestFor(name, world.idsB);
  const none = requestFor(name, {
    ...world.idsB,
    booking: 'none',
    contact: 'none',
    call: 'none',
    staff: 'none',
    webhook: 'none',
    feed: 'none',
  });
  const answer = await world.send(other.method, other.path, { ...other.options, key: world.keyA });
  expect(answer).toMatchObject({ status: 404, body: { error: 'not_found' } });
  const missing = await world.send(none.method, none.path, { ...none.options, key: world.keyA });
  expect(answer.body).toEqual(missing.body);
});

it('refused requests leave records of another team unchanged', async () => {
  const booking = await world.send('GET', `/v1/bookings/${world.idsB.booking}`, { key: world.keyB });
  expect(booking.body.data.status).toBe('confirmed');
  expect((await world.send('GET', `/v1/webhooks/${world.idsB.webhook}`, { key: world.keyB })).status).toBe(200);
});

it.each(lists)('%s returns only records of the caller’s team', async (name) => {
  const { method, path } = requestFor(name, world.idsA);
  const a = await world.send(method, path, { key: world.keyA });
  const b = await world.send(method, path, { key: world.keyB });
  const ids = (answer: typeof a) => answer.body.data.map((record) => record.id);
  expect(ids(a).length).toBeGreaterThan(0);
  expect(ids(a).filter((id) => ids(b).includes(id))).toEqual([]);
  const { total, selected } = a.body.meta;
  expect(total ?? selected).toBe(ids(a).length);
});

describe('what is computed from the records of a team', () => {
  const get = async (path: string, key: string) => (await world.send('GET', path, { key })).body.data;

  it.each(['bookings&group_by=service,customer', 'calls&group_by=caller'])(
    'GET /v1/summary?kind=%s counts only those of the team',
    async (query) => {
      const before = await get(`/v1/summary?kind=${query}`, world.keyA);
      expect(before.total).toMatchObject({ count: 2 });
      expect(JSON.stringify(before)).not.toContain('_b"');
      await world.platform.addBusiness(withPromise(`more_${query.slice(0, 5)}`));
      expect(await get(`/v1/summary?kind=${query}`, world.keyA)).toEqual(before);
    },
  );

  it('GET /v1/summary names nothing of another team to a filter with an id of its records', async () => {
    for (const filter of ['service_id=sv_cut_b', 'staff_id=st_1_b', 'contact_id=ct_1_b']) {
      const summary = await get(`/v1/summary?kind=bookings&${filter}`, world.keyA);
      expect(summary.total, filter).toMatchObject({ count: 0 });
      expect(JSON.stringify(summary), filter).not.toContain('_b"');
    }
  });

  it('GET /v1/follow-ups reads only the calls of the team', async () => {
    await world.platform.addBusiness(withPromise('promising'));
    const promising = await get('/v1/follow-ups', await world.key(undefined, 'team_promising'));
    expect(promising).toMatchObject({ calls: [{ id: 'call_2_promising' }, { id: 'call_1_promising' }] });
    expect(await get('/v1/follow-ups', world.keyA)).toMatchObject({ calls: [], calls_in_window: 2, calls_read: 2 });
  });
});

describe('creating a booking', () => {
  it('refuses a service of another team', async () => {
    const { method, path, options } = requestFor('createBooking', world.idsB);
    const answer = await world.send(method, path, { ...options, key: world.keyA });
    expect(answer).toMatchObject({ status: 400, body: { message: 'service_id: there is no such service' } });
  });

  it('links no contact of another team', async () => {
    const { method, path, options } = requestFor('createBooking', world.idsA);
    const contact = { name: 'Erika', email: 'erika.b@example.com' };
    const body = { ...(options.body as object), contact };
    const answer = await world.send(method, path, { body, key: world.keyA });
    expect(answer.status).toBe(200);
    expect(answer.body.data.contact_id).not.toBe(world.idsB.contact);
  });
});

describe('a key whose user was removed from the team', () => {
  it('gets 403 from every endpoint, while keys of other users continue to work', async () => {
    await removeLastOwner(world.database, 'team_b', 'usr_owner_b');
    for (const name of withKey) {
      const { method, path, options } = requestFor(name, world.idsB);
      const answer = await world.send(method, path, { ...options, key: world.keyB });
      expect(answer).toMatchObject({ status: 403, body: FORBIDDEN });
    }
    expect((await world.send('GET', '/v1/bookings', { key: world.keyA })).status).toBe(200);
    // A key of the process belongs to no user.
    const processKey = world.platform.issueProcessKey({ teamId: 'team_b' }).reveal();
    expect((await world.send('GET', '/v1/bookings', { key: processKey })).status).toBe(200);
  });
});
