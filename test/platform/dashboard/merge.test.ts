import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPlatform } from '../../../src/platform/index.ts';
import { json, startUpstream } from '../../support/upstream.ts';
import { endedCall } from '../../voice/support/generic-source.ts';
import { processClient } from '../support/client.ts';
import { PASSWORD, type SignedIn, signIn } from '../support/dashboard.ts';
import { smallBusiness } from '../support/fixture.ts';
import { eventually, notificationOf } from '../support/salon.ts';
import { dump, type ErasingSalon, openErasingSalon } from '../support/violet.ts';

const ANNA = { name: 'Anna Weber', phone: '+15550100201', email: 'anna@example.com' };
const OTHER = { name: 'A. Weber', phone: '+15550100202', birthday: '2 May', notes: 'Likes tea' };

let opened: ErasingSalon;
let owner: SignedIn;
beforeEach(async () => {
  opened = await openErasingSalon();
  await opened.salon.platform.users.setPassword('owner.a@example.com', PASSWORD);
  owner = await signIn(opened.salon.send, 'owner.a@example.com');
});
afterEach(() => opened.close());

const get = async (path: string) => (await opened.salon.send('GET', path, { key: opened.key })).body;
const mergeOf = (kept: string, other: string, team = 'team_a') =>
  `/dashboard/teams/${team}/contacts/${kept}/merge/${other}`;
const plan = async (kept: string, other: string) => (await owner.send('GET', mergeOf(kept, other))).body.data;
const merge = async (kept: string, other: string, take: string[] = []) =>
  owner.send('POST', mergeOf(kept, other), { take, state: (await plan(kept, other)).state });
/** The rows of all records. */
const records = async () =>
  (await dump(opened.salon.database)).filter((row) => /^(contacts|bookings|calls|events|totals) /.test(row));

/** The two contacts of one customer, each with a booking ahead; the second also with a call that promises a callback. */
async function addBoth() {
  const [kept, other] = [await opened.contact(ANNA), await opened.contact(OTHER)];
  const own = await opened.book({ contact: ANNA });
  const theirs = await opened.book({ contact: { name: OTHER.name, phone: OTHER.phone }, notes: 'Short' });
  await opened.source.send(endedCall('c-1', { phone: OTHER.phone, outcome: 'callback_promised' }));
  expect([own.contact_id, theirs.contact_id]).toEqual([kept, other]);
  return { kept, other, own, theirs };
}

describe('the merge of two contacts in the dashboard', () => {
  it('a merge moves bookings and calls, keeps what the owner chose, and removes the other contact', async () => {
    const { kept, other, own, theirs } = await addBoth();
    const before = await records();
    expect(await plan(kept, other)).toEqual({
      contact_id: kept,
      other_id: other,
      bookings: 1,
      calls: 1,
      differing: ['name', 'phone'],
      state: expect.any(String),
    });
    expect(await records()).toEqual(before);

    expect(await merge(kept, other, ['phone'])).toMatchObject({
      status: 200,
      body: { data: { contact_id: kept, other_id: other, bookings: 1, calls: 1 } },
    });
    expect((await get(`/v1/contacts/${kept}`)).data).toMatchObject({
      name: 'Anna Weber',
      phone: OTHER.phone,
      email: 'anna@example.com',
      other_phone: ANNA.phone,
      birthday: '2 May',
      notes: 'Likes tea',
    });
    expect((await opened.salon.send('GET', `/v1/contacts/${other}`, { key: opened.key })).status).toBe(404);
    // Appointments ahead are those of the merged contact.
    for (const [id, notes] of [
      [own.id, ''],
      [theirs.id, 'Short'],
    ])
      expect((await get(`/v1/bookings/${id}`)).data).toMatchObject({
        contact_id: kept,
        contact: { name: 'Anna Weber', phone: OTHER.phone },
        notes,
      });
    const { data: calls } = await get(`/v1/calls?contact_id=${kept}`);
    expect(calls).toMatchObject([{ contact_id: kept, contact_name: 'Anna Weber' }]);
    // No record of any table names the contact that is gone.
    const naming = (await dump(opened.salon.database)).filter((row) => row.includes(other));
    expect(naming.filter((row) => !/^(events|customers|changed_bookings) /.test(row))).toEqual([]);
  });

  it('lists, searches and the next number of a contact stay right after a merge', async () => {
    const { kept, other } = await addBoth();
    const late = await opened.contact({ name: 'Later Lee', phone: '+15550100203' });
    expect((await merge(kept, other)).status).toBe(200);
    const listed: unknown[] = [];
    for (const page of [1, 2, 3]) {
      const { data, meta } = await get(`/v1/contacts?per_page=2&page=${page}`);
      expect(meta.total).toBe(5);
      listed.push(...data.map(({ id }) => id));
    }
    expect(listed).toEqual([late, kept, expect.any(String), expect.any(String), 'ct_1_a']);
    const added = await opened.contact({ name: 'New Noor', phone: '+15550100204' });
    expect((await get('/v1/contacts?per_page=1')).data).toMatchObject([{ id: added }]);
    const found = async (query: string) =>
      (await get(`/v1/contacts?order=asc&query=${encodeURIComponent(query)}`)).data.map(({ id }) => id);
    expect(await found('weber')).toEqual([kept]);
    // The number that lost still finds the customer.
    expect(await found(OTHER.phone)).toEqual([kept]);
  });

  it('webhooks get the moved bookings and calls as changed', async () => {
    const target = await startUpstream(json(200, {}));
    try {
      const { kept, other, theirs } = await addBoth();
      await opened.salon.subscribe(target.url, ['booking.updated', 'call.updated']);
      await merge(kept, other);
      await eventually(() => target.received.length).toBe(2);
      const sent = target.received.map(notificationOf).map(({ type, data }) => [type, data.contact_id]);
      expect(sent.sort()).toEqual([
        ['booking.updated', kept],
        ['call.updated', kept],
      ]);
      expect(target.received.map(notificationOf).find(({ type }) => type === 'booking.updated')?.data.id).toBe(
        theirs.id,
      );
    } finally {
      await target.close();
    }
  });

  it('a promise to the merged contact is kept by a later call with the kept one', async () => {
    const [kept, other] = [await opened.contact(ANNA), await opened.contact(OTHER)];
    await opened.source.send(endedCall('c-1', { phone: OTHER.phone, outcome: 'callback_promised' }));
    await merge(kept, other);
    const open = async () => ((await get('/v1/follow-ups?status=open')).data as unknown as { calls: object[] }).calls;
    expect(await open()).toMatchObject([{ contact_id: kept }]);
    const later = { phone: ANNA.phone, started_at: '2024-01-08T15:00:00Z', outcome: 'question' };
    await opened.source.send(endedCall('c-2', later));
    expect(await open()).toEqual([]);
  });

  it('a merge is refused, and changes nothing, if either contact was changed since the owner saw it', async () => {
    const { kept, other } = await addBoth();
    for (const changed of [kept, other]) {
      const { state } = await plan(kept, other);
      const body = { notes: `changed ${changed}` };
      expect((await opened.salon.send('PUT', `/v1/contacts/${changed}`, { key: opened.key, body })).status).toBe(200);
      const before = await records();
      expect(await owner.send('POST', mergeOf(kept, other), { take: [], state })).toMatchObject({
        status: 400,
        body: { error: 'merge_refused', message: expect.stringContaining('was changed meanwhile') },
      });
      expect(await records()).toEqual(before);
    }
  });

  it('a merge is refused with itself, with an erased contact, and with that of another business', async () => {
    const { platform, send } = opened.salon;
    const [kept, other] = [await opened.contact(ANNA), await opened.contact(OTHER)];
    expect(await owner.send('GET', mergeOf(kept, kept))).toMatchObject({
      status: 400,
      body: { error: 'merge_refused', message: 'A contact cannot be merged with itself.' },
    });
    expect((await owner.send('GET', mergeOf(kept, 'ct_none'))).status).toBe(404);
    await platform.addBusiness(smallBusiness('b'));
    await platform.users.setPassword('owner.b@example.com', PASSWORD);
    const stranger = await signIn(send, 'owner.b@example.com');
    expect((await stranger.send('GET', mergeOf('ct_1_b', kept, 'team_b'))).status).toBe(404);
    await platform.erasure.erase(other);
    for (const [one, two] of [
      [kept, other],
      [other, kept],
    ] as const)
      expect(await owner.send('GET', mergeOf(one, two))).toMatchObject({
        status: 400,
        body: { error: 'contact_erased' },
      });
  });

  it('a second merge keeps the numbers of both merged contacts', async () => {
    const kept = await opened.contact(ANNA);
    for (const phone of ['+15550100205', '+15550100206'])
      expect((await merge(kept, await opened.contact({ name: ANNA.name, phone }))).status).toBe(200);
    expect((await get(`/v1/contacts/${kept}`)).data).toMatchObject({
      phone: ANNA.phone,
      other_phone: '+15550100205',
      other_phone_2: '+15550100206',
    });
  });

  it('a merge moves 1,000 calls, and is refused with one more, also if that came after the owner saw the number', async () => {
    const [kept, other, small] = [
      await opened.contact(ANNA),
      await opened.contact(OTHER),
      await opened.contact({ name: 'Bea', phone: '+15550100207' }),
    ];
    const call = (index: number) => ({ ...endedCall(`many-${index}`, { phone: OTHER.phone }), event: 'ended' });
    const calls = Array.from({ length: 1_000 }, (_, index) => call(index));
    const load = (some: object[]) => opened.salon.platform.calls.importBatch(some as never, { dryRun: false });
    for (let start = 0; start < calls.length; start += 250) await load(calls.slice(start, start + 250));
    expect(await plan(kept, other)).toMatchObject({ calls: 1_000 });
    expect((await merge(kept, other)).body.data).toMatchObject({ bookings: 0, calls: 1_000 });

    const { state } = await plan(small, kept);
    await load([call(1_000)]);
    const before = await records();
    const refused = {
      status: 400,
      body: { error: 'merge_refused', message: expect.stringContaining('more than 1000 bookings or calls') },
    };
    expect(await owner.send('GET', mergeOf(small, kept))).toMatchObject(refused);
    expect(await owner.send('POST', mergeOf(small, kept), { take: [], state })).toMatchObject(refused);
    expect(await records()).toEqual(before);
    // In the other direction, few records move.
    expect((await merge(kept, small)).body.data).toMatchObject({ bookings: 0, calls: 0 });
  }, 60_000);

  it('a booking that another process makes meanwhile is one of the merged contact, or is refused', async () => {
    const [kept, other] = [await opened.contact(ANNA), await opened.contact(OTHER)];
    const { state } = await plan(kept, other);
    const process = await openPlatform({
      database: opened.salon.database,
      business: smallBusiness(),
      deliveries: false,
    });
    const send = processClient(process.fetch);
    const book = (index: number) => {
      const start_time = new Date(Date.UTC(2199, 2, 1 + index, 10)).toISOString();
      return send('POST', '/v1/bookings', {
        key: opened.key,
        body: { service_id: 'sv_cut_a', start_time, contact: { id: other } },
      });
    };
    const booking = Array.from({ length: 20 }, (_, index) => book(index));
    const merged = await owner.send('POST', mergeOf(kept, other), { take: [], state });
    const answers = await Promise.all(booking);
    await process.close();

    expect(merged.status).toBe(200);
    expect(answers.filter(({ status }) => status !== 200 && status !== 400)).toEqual([]);
    for (const { body } of answers.filter(({ status }) => status === 200))
      expect((await get(`/v1/bookings/${body.data.id}`)).data.contact_id).toBe(kept);
  });
});
