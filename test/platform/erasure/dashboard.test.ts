import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD, type SignedIn, signIn } from '../support/dashboard.ts';
import { smallBusiness } from '../support/fixture.ts';
import {
  addViolet,
  dump,
  type ErasingSalon,
  OF_VIOLET,
  ofViolet,
  openErasingSalon,
  VIOLET,
} from '../support/violet.ts';

let erasing: ErasingSalon;
let owner: SignedIn;
beforeEach(async () => {
  erasing = await openErasingSalon();
  await erasing.salon.platform.users.setPassword('owner.a@example.com', PASSWORD);
  owner = await signIn(erasing.salon.send, 'owner.a@example.com');
});
afterEach(() => erasing.close());

const erasureOf = (contact: unknown) => `/dashboard/teams/team_a/contacts/${contact}/erasure`;

describe('the erasure of a customer in the dashboard', () => {
  it('erasure counts first, which changes nothing, and leaves nothing of the customer in any table', async () => {
    const { contact_id: contact } = await addViolet(erasing);
    const before = await dump(erasing.salon.database);
    const plan = await owner.send('GET', erasureOf(contact));
    expect(plan).toMatchObject({
      status: 200,
      body: {
        data: { contact_id: contact, bookings: 1, calls: 3, next: null, bookings_of_others: [], calls_of_others: [] },
      },
    });
    const records = (rows: string[]) =>
      rows.filter((row) => /^(contacts|bookings|calls|call_reports|events) /.test(row));
    expect(records(await dump(erasing.salon.database))).toEqual(records(before));

    const erased = await owner.send('POST', erasureOf(contact), {});
    expect(erased).toMatchObject({
      status: 200,
      body: { data: { contact_id: contact, bookings: 1, calls: 3, reports: 3, events: expect.any(Number) } },
    });
    expect((await dump(erasing.salon.database)).filter((row) => OF_VIOLET.test(row))).toEqual([]);
    // Repeated, as after an answer that was lost, it finds nothing more.
    expect((await owner.send('POST', erasureOf(contact), {})).body.data).toMatchObject({ bookings: 0, reports: 0 });
  });

  it('erasure is refused with the reason while the customer has a booking that has not ended', async () => {
    const { contact_id: contact, id, start_time } = await erasing.book({ contact: VIOLET });
    expect((await owner.send('GET', erasureOf(contact))).body.data.next).toEqual({ id, start_time });
    const before = await ofViolet(erasing.salon.database);
    expect(await owner.send('POST', erasureOf(contact), {})).toMatchObject({
      status: 400,
      body: {
        error: 'erasure_refused',
        message: `The customer has a booking that has not ended, ${id}. What is erased by now stays erased. Cancel the booking or wait for its end, then repeat the erasure.`,
      },
    });
    expect(await ofViolet(erasing.salon.database)).toEqual(before);
  });

  it('erasure is 404 for a contact of another business and one that does not exist, and 400 for a body with more', async () => {
    const { platform, send } = erasing.salon;
    const contact = await erasing.contact(VIOLET);
    const before = await ofViolet(erasing.salon.database);
    await platform.addBusiness(smallBusiness('b'));
    await platform.users.setPassword('owner.b@example.com', PASSWORD);
    const stranger = await signIn(send, 'owner.b@example.com');
    const ofOther = erasureOf(contact).replace('team_a', 'team_b');
    for (const answer of [
      await stranger.send('GET', ofOther),
      await stranger.send('POST', ofOther, {}),
      await owner.send('POST', erasureOf('ct_none'), {}),
    ])
      expect(answer).toMatchObject({ status: 404, body: { error: 'not_found' } });
    expect((await owner.send('POST', erasureOf(contact), { all: true })).status).toBe(400);
    expect(await ofViolet(erasing.salon.database)).toEqual(before);
  });

  it('a call is erased alone, also twice, and its contact keeps its data and its other calls', async () => {
    const { contact_id: contact } = await addViolet(erasing);
    const callsOfViolet = async () =>
      (await ofViolet(erasing.salon.database)).filter((row) => row.startsWith('calls ')).length;
    const before = await callsOfViolet();
    const key = { key: erasing.key };
    const { data: calls } = (await erasing.salon.send('GET', `/v1/calls?contact_id=${contact}`, key))
      .body as unknown as {
      data: { id: string }[];
    };
    const id = String(calls[0]?.id);
    const erasure = `/dashboard/teams/team_a/calls/${id}/erasure`;
    const erased = await owner.send('POST', erasure, {});
    expect(erased).toMatchObject({
      status: 200,
      body: { data: { call_id: id, reports: expect.any(Number), events: expect.any(Number) } },
    });
    expect((await erasing.salon.send('GET', `/v1/calls/${id}`, key)).body.data).toMatchObject({
      phone: null,
      summary: null,
      transcript: [],
    });
    expect(await callsOfViolet()).toBe(before - 1);
    expect((await erasing.salon.send('GET', `/v1/contacts/${contact}`, key)).body.data).toMatchObject({
      name: VIOLET.name,
    });
    expect((await owner.send('POST', erasure, {})).body.data).toEqual({ call_id: id, reports: 0, events: 0 });
  });

  it('the erasure of a call is 404 for one that does not exist, 403 in a business of others, and 400 for a body with more', async () => {
    await addViolet(erasing);
    const before = await ofViolet(erasing.salon.database);
    const erasureOfCall = (team: string, call: string) => `/dashboard/teams/${team}/calls/${call}/erasure`;
    for (const [team, call, body, status] of [
      ['team_a', 'call_none', {}, 404],
      ['team_b', 'call_none', {}, 403],
      ['team_a', 'call_none', { all: true }, 400],
    ] as const)
      expect((await owner.send('POST', erasureOfCall(team, call), body)).status, team).toBe(status);
    expect(await ofViolet(erasing.salon.database)).toEqual(before);
  });
});

describe('a copy of the data of a customer in the dashboard', () => {
  const dataOf = (contact: unknown, team = 'team_a') => `/dashboard/teams/${team}/contacts/${contact}/data`;

  it('the copy is an attachment that no cache stores, as a page and as JSON, and changes nothing', async () => {
    const { contact_id: contact, id } = await addViolet(erasing);
    const before = await ofViolet(erasing.salon.database);
    const json = await owner.send('POST', dataOf(contact), { format: 'json' });
    expect(json).toMatchObject({
      status: 200,
      body: { contacts: [{ id: contact, favourite: 'saffron' }], bookings: [{ id }], calls: [{}, {}, {}] },
    });
    expect(json.headers.get('content-disposition')).toBe(`attachment; filename="customer-${contact}.json"`);
    expect(json.headers.get('cache-control')).toBe('no-store');
    const page = await fetch(`${erasing.salon.url}/api${dataOf(contact)}`, {
      method: 'POST',
      headers: { cookie: owner.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ format: 'page' }),
    });
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-disposition')).toBe(`attachment; filename="customer-${contact}.html"`);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await page.text()).toContain('<h1>Data of Violet Quartz</h1>');
    expect(await ofViolet(erasing.salon.database)).toEqual(before);
  });

  it('the copy has the records that the user names, also one with a booking ahead, and no other record', async () => {
    const tom = await erasing.contact({ name: 'Tom Reed', phone: '+15550100177' });
    const twin = await erasing.book({ contact: { id: await erasing.contact({ name: 'TOM REED' }), name: 'Tom Reed' } });
    const alone = await owner.send('POST', dataOf(tom), { format: 'json' });
    expect(alone.body).toMatchObject({ contacts: [{ id: tom }], bookings: [] });
    const both = await owner.send('POST', dataOf(tom), { format: 'json', include: [twin.contact_id] });
    expect(both.body).toMatchObject({ contacts: [{ id: tom }, { id: twin.contact_id }], bookings: [{ id: twin.id }] });
    const ann = await erasing.contact({ name: 'Ann Smith' });
    expect(await owner.send('POST', dataOf(tom), { format: 'json', include: [ann] })).toMatchObject({
      status: 400,
      body: { error: 'data_refused' },
    });
  });

  it('the copy is 404 for a contact of another business and one that does not exist, and 400 for another form', async () => {
    const { platform, send } = erasing.salon;
    const contact = await erasing.contact(VIOLET);
    await platform.addBusiness(smallBusiness('b'));
    await platform.users.setPassword('owner.b@example.com', PASSWORD);
    const stranger = await signIn(send, 'owner.b@example.com');
    const body = { format: 'json' };
    expect((await stranger.send('POST', dataOf(contact, 'team_b'), body)).status).toBe(404);
    expect((await stranger.send('POST', dataOf(contact), body)).status).toBe(403);
    expect((await owner.send('POST', dataOf('ct_none'), body)).status).toBe(404);
    expect((await owner.send('POST', dataOf(contact), { format: 'pdf' })).status).toBe(400);
  });
});
