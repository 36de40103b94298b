import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXTENSIONS } from '../../src/contract/index.ts';
import { openPlatform, type Platform } from '../../src/platform/index.ts';
import { manualClock } from '../support/clock.ts';
import { type CallOptions, processClient, type Send } from './support/client.ts';
import { NOW } from './support/fixture.ts';
import { startWorld, type World } from './support/world.ts';

let world: World;
let other: Platform;
/** Clients of two platforms on one database, which have their own connections, as two processes would. */
let sends: [Send, Send];
let booking: string;
let day = 0;

const KINDS = ['bookings', 'contacts'] as const;
type Kind = (typeof KINDS)[number];
const pathOf = (kind: Kind) => `/v1/${kind}/${kind === 'bookings' ? booking : 'ct_1_a'}`;
const changeOf = (kind: Kind, mark: string) => (kind === 'bookings' ? { notes: mark } : { name: mark });
const markOf = (kind: Kind) => (kind === 'bookings' ? 'notes' : 'name');

const send = (method: string, path: string, options: CallOptions = {}) =>
  world.send(method, path, { key: world.keyA, ...options });
const read = async (kind: Kind) => {
  const { headers, body } = await send('GET', pathOf(kind));
  return { tag: headers.get('etag') ?? '', record: body.data };
};
const change = (kind: Kind, mark: string, ifMatch: string, through = 0) =>
  (sends[through] as Send)('PUT', pathOf(kind), {
    key: world.keyA,
    body: changeOf(kind, mark),
    headers: { 'If-Match': ifMatch },
  });

beforeAll(async () => {
  world = await startWorld();
  other = await openPlatform({ database: world.database, clock: manualClock(NOW) });
  sends = [world.send, processClient(other.fetch)];
  const start_time = new Date(Date.UTC(2101, 0, 5 + day++, 10)).toISOString();
  const contact = { name: 'Nora', email: 'nora@example.com' };
  const body = { service_id: 'sv_cut_a', start_time, contact, notes: '' };
  booking = String((await send('POST', '/v1/bookings', { body })).body.data.id);
});
afterAll(async () => {
  await other?.close();
  await world?.close();
});

describe('the capabilities of the platform', () => {
  it('name each extension with its version', async () => {
    const { status, body } = await send('GET', '/v1/capabilities');
    expect(status).toBe(200);
    const names = Object.keys(EXTENSIONS);
    const place = { time_zone: 'Europe/Vienna', country: 'AT' };
    expect(body.data).toEqual({
      extensions: {
        ...Object.fromEntries(names.map((name) => [name, { version: 1 }])),
        business: { version: 1, ...place },
      },
    });
  });

  it('need no key, but refuse an invalid one', async () => {
    const { status, body } = await world.send('GET', '/v1/capabilities');
    expect(status).toBe(200);
    // Without a key, it is not known which business is meant.
    expect(body.data).toMatchObject({ extensions: { business: { version: 1 } } });
    expect(JSON.stringify(body)).not.toContain('time_zone');
    expect((await world.send('GET', '/v1/capabilities', { key: 'sk_live_wrong' })).status).toBe(401);
  });
});

describe.each(KINDS)('the ETag of %s', (kind) => {
  it('stays the same until the record changes, and is equal on every process', async () => {
    const { tag } = await read(kind);
    expect(tag).toMatch(/^"[\w-]{43}"$/);
    expect((await read(kind)).tag).toBe(tag);
    expect((await sends[1]('GET', pathOf(kind), { key: world.keyA })).headers.get('etag')).toBe(tag);
    const changed = await send('PUT', pathOf(kind), { body: changeOf(kind, 'Changed') });
    expect(changed.headers.get('etag')).not.toBe(tag);
    expect((await read(kind)).tag).toBe(changed.headers.get('etag'));
  });

  it('differs after two changes in one millisecond, because the clock does not decide it', async () => {
    const tags = [];
    for (const mark of ['One', 'Two']) tags.push((await change(kind, mark, '*')).headers.get('etag'));
    expect(tags[0]).not.toBe(tags[1]);
  });

  it('comes with single records, not with lists', async () => {
    expect((await send('GET', `/v1/${kind}`)).headers.get('etag')).toBeNull();
  });
});

describe.each(KINDS)('If-Match on a change of %s', (kind) => {
  it('accepts the current ETag, also in a list of several, and *', async () => {
    for (const [index, condition] of [(tag: string) => tag, (tag: string) => `"other" , ${tag}`, () => '*'].entries()) {
      const answer = await change(kind, `Accepted ${index}`, condition((await read(kind)).tag));
      expect(answer).toMatchObject({ status: 200, body: { data: { [markOf(kind)]: `Accepted ${index}` } } });
    }
  });

  it('refuses an outdated, foreign or weak ETag with 412, and changes nothing', async () => {
    const outdated = (await read(kind)).tag;
    await change(kind, 'Newer', outdated);
    const before = await read(kind);
    for (const condition of [outdated, '"foreign"', `W/${before.tag}`, `${outdated}, "a,b"`]) {
      const answer = await change(kind, 'Refused', condition);
      expect(answer).toMatchObject({ status: 412, body: { error: 'precondition_failed' } });
      expect(answer.body.message).toContain('Nothing was changed');
    }
    expect(await read(kind)).toEqual(before);
  });

  it.each(['x', '"open', 'W/', '"a" "b"', ''])('refuses the malformed value %j', async (condition) => {
    expect(await change(kind, 'x', condition)).toMatchObject({ status: 400, body: { error: 'bad_request' } });
  });

  it('lets exactly one of several simultaneous changes of two processes pass', async () => {
    for (let round = 0; round < 5; round++) {
      const { tag } = await read(kind);
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) => change(kind, `Round ${round} ${index}`, tag, index % 2)),
      );
      const [winner, ...more] = answers.filter(({ status }) => status === 200);
      expect(more).toEqual([]);
      expect(answers.filter(({ status }) => status === 412)).toHaveLength(7);
      expect((await read(kind)).record).toEqual(winner?.body.data);
    }
  });

  it('comes after authentication, the record and the body', async () => {
    const options = { body: changeOf(kind, 'x'), headers: { 'If-Match': '"x"' } };
    expect((await world.send('PUT', pathOf(kind), options)).status).toBe(401);
    expect((await send('PUT', `/v1/${kind}/none`, options)).status).toBe(404);
    expect((await send('PUT', pathOf(kind), { ...options, body: { email: 5, notes: 5 } })).status).toBe(400);
  });

  it('fails as malformed only for a record that exists', async () => {
    const options = { body: changeOf(kind, 'x'), headers: { 'If-Match': 'malformed' } };
    expect((await send('PUT', `/v1/${kind}/none`, options)).status).toBe(404);
    expect((await send('PUT', pathOf(kind), options)).status).toBe(400);
  });
});

describe('headers of a cancellation', () => {
  it.each([
    ['If-Match', 'malformed'],
    ['X-Call-Reference', 'two words'],
  ])('fail as malformed only for a booking that exists: %s', async (name, value) => {
    const options = { body: {}, headers: { [name]: value } };
    expect((await send('POST', '/v1/bookings/none/cancel', options)).status).toBe(404);
    expect((await send('POST', `${pathOf('bookings')}/cancel`, options)).status).toBe(400);
  });

  it('refuses an outdated ETag with 412, and accepts the current one', async () => {
    const outdated = (await read('bookings')).tag;
    await change('bookings', 'Changed before the cancellation', outdated);
    const cancel = (ifMatch: string) =>
      send('POST', `${pathOf('bookings')}/cancel`, { body: {}, headers: { 'If-Match': ifMatch } });
    expect((await cancel(outdated)).status).toBe(412);
    const { tag, record } = await read('bookings');
    expect(record.status).toBe('confirmed');
    expect((await cancel(tag)).body.data.status).toBe('cancelled');
  });
});
