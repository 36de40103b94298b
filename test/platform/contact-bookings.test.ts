import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPlatform } from '../../src/platform/index.ts';
import { type Answer, type OneBody, processClient, type Send } from './support/client.ts';
import { smallBusiness } from './support/fixture.ts';
import { startWorld, type World } from './support/world.ts';

/** A change of a contact is one of its bookings ahead, too. */
let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const send = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  world.send(method, path, { key: world.keyA, body, ...(headers ? { headers } : {}) });
const ok = async (method: string, path: string, body?: unknown) => {
  const answer = await send(method, path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
};

let numbers = 0;
const newPhone = () => `+1555010${String(2_000 + ++numbers)}`;
const contact = (fields: object = {}) =>
  ok('POST', '/v1/contacts', { name: 'Mia Groß', email: `mia${++numbers}@example.com`, phone: newPhone(), ...fields });
let days = 0;
const book = async (contact_id: unknown, details: object, start?: string) => {
  const start_time = start ?? new Date(Date.UTC(2026, 5, ++days, 10)).toISOString();
  const body = { service_id: 'sv_cut_a', start_time, contact: { id: contact_id, ...details } };
  return read((await ok('POST', '/v1/bookings', body)).id);
};
const read = (id: unknown) => ok('GET', `/v1/bookings/${id}`);
const change = (id: unknown, body: object) => ok('PUT', `/v1/contacts/${id}`, body);
const lastEvents = async (count: number) => {
  const { sequence } = await world.platform.events.since(undefined, 1);
  return (await world.platform.events.since(sequence - count, count)).events;
};

describe('a change of a contact', () => {
  it('changes its bookings ahead in what they have in common with it, each with an event and a new ETag', async () => {
    const { id, name, email, phone } = await contact();
    const same = await book(id, { name: 'mia groß', email: String(email).toUpperCase(), phone });
    const etag = String((await send('GET', `/v1/bookings/${same.id}`)).headers.get('etag'));
    world.clock.advance(1_000);
    const changed = await change(id, { name: 'Mia Klein', email: 'klein@example.com', phone: '+15550108001' });

    const after = await read(same.id);
    const present = { name: 'Mia Klein', email: 'klein@example.com', phone: '+15550108001' };
    expect(after).toEqual({ ...same, contact: present, updated_at: changed.updated_at });
    expect(after.updated_at).not.toBe(same.updated_at);
    expect(await lastEvents(1)).toMatchObject([{ type: 'booking.updated', time: after.updated_at, data: after }]);
    const outdated = await send('PUT', `/v1/bookings/${same.id}`, { notes: 'Late' }, { 'If-Match': etag });
    expect(outdated.status).toBe(412);

    const found = async (query: string) => (await send('GET', `/v1/bookings?${query}`)).body.data.map((one) => one.id);
    expect(await found('query=Mia%20Klein')).toEqual([same.id]);
    expect(await found('contact_phone=%2B15550108001')).toEqual([same.id]);
    expect(await found(`query=${encodeURIComponent(`"${name}"`)}&contact_id=${id}`)).toEqual([]);
  });

  it('leaves what a booking states otherwise: the name of a child, another number', async () => {
    const { id, name, email, phone } = await contact();
    const child = await book(id, { name: 'Leo Groß', email, phone });
    const other = await book(id, { name, email, phone: '+15550108002' });
    await change(id, { name: 'Mia Klein', phone: '+15550108003' });
    expect((await read(child.id)).contact).toEqual({ name: 'Leo Groß', email, phone: '+15550108003' });
    expect((await read(other.id)).contact).toEqual({ name: 'Mia Klein', email, phone: '+15550108002' });
    const spelled = await book(id, { name: 'MIA KLEIN', email: String(email).toUpperCase() });
    await change(id, { phone: '+15550108006' });
    expect(await read(spelled.id)).toEqual(spelled);
  });

  it('adds a detail that the contact lacked to bookings under its name only', async () => {
    const { id, name, phone } = await contact({ email: null });
    const own = await book(id, { name, phone });
    const child = await book(id, { name: 'Leo Groß', phone });
    await change(id, { email: 'new@example.com' });
    expect((await read(own.id)).contact).toEqual({ name, email: 'new@example.com', phone });
    expect((await read(child.id)).contact).toEqual({ name: 'Leo Groß', email: null, phone });
  });

  it('removes a detail, but not the last by which the person of a booking can be reached', async () => {
    const { id, name, email, phone } = await contact();
    const both = await book(id, { name, email, phone });
    const only = await book(id, { name, email });
    await change(id, { name: 'Mia Klein', email: null });
    expect((await read(both.id)).contact).toEqual({ name: 'Mia Klein', email: null, phone });
    expect((await read(only.id)).contact).toEqual({ name: 'Mia Klein', email, phone: null });
    await change(id, { phone: null });
    expect((await read(both.id)).contact).toEqual({ name: 'Mia Klein', email: null, phone });
  });

  it('leaves past and cancelled bookings, and changes one that has begun', async () => {
    const { id, name, email, phone } = await contact();
    const details = { name, email, phone };
    const now = world.clock.now();
    const at = (ms: number) => new Date(now + ms).toISOString();
    const past = await book(id, details, at(3_600_000));
    const begun = await book(id, details, at(2 * 3_600_000));
    const cancelled = await book(id, details);
    await ok('POST', `/v1/bookings/${cancelled.id}/cancel`, {});
    world.clock.advance(2 * 3_600_000 + 60_000);
    const before = await Promise.all([past, cancelled].map((one) => read(one.id)));
    await change(id, { name: 'Mia Klein' });
    expect(await Promise.all([past, cancelled].map((one) => read(one.id)))).toEqual(before);
    expect((await read(begun.id)).contact).toMatchObject({ name: 'Mia Klein' });
  });

  it('leaves all bookings if it concerns other fields, or changes nothing', async () => {
    const { id, name, email, phone } = await contact();
    const booked = await book(id, { name, email, phone });
    const { sequence } = await world.platform.events.since(undefined, 1);
    world.clock.advance(1_000);
    await change(id, { company: 'ACME', name });
    expect(await read(booked.id)).toEqual(booked);
    expect((await world.platform.events.since(undefined, 1)).sequence).toBe(sequence);
  });

  it('changes all of its bookings ahead, also if they are more than a hundred', async () => {
    const { id, name, email, phone } = await contact();
    const start = (index: number) => new Date(Date.UTC(2027, 0, 1) + index * 3_600_000).toISOString();
    const ids: unknown[] = [];
    for (let index = 0; index < 101; index++) ids.push((await book(id, { name, email, phone }, start(index))).id);
    const { sequence } = await world.platform.events.since(undefined, 1);
    for (const changed of ['+15550108004', '+15550108007', '+15550108008']) {
      await change(id, { phone: changed });
      const phoneOf = async (index: number) => ((await read(ids[index])).contact as { phone: string }).phone;
      expect([await phoneOf(0), await phoneOf(99), await phoneOf(100)]).toEqual([changed, changed, changed]);
    }
    expect((await world.platform.events.since(sequence, 1_000)).events).toHaveLength(303);
  });
});

it('an import that fills an empty detail of a contact changes no booking', async () => {
  const { id, name, phone } = await contact({ email: null });
  const booked = await book(id, { name, phone });
  const row = { id: String(id), name: String(name), email: 'imported@example.com', phone: null, additional: {} };
  expect(await world.platform.contacts.importBatch([row])).toMatchObject([{ kind: 'filled' }]);
  expect((await ok('GET', `/v1/contacts/${id}`)).email).toBe('imported@example.com');
  expect(await read(booked.id)).toEqual(booked);
});

it('changes of a contact and of its booking through several processes lose nothing', { timeout: 60_000 }, async () => {
  const open = () => openPlatform({ database: world.database, clock: world.clock, business: smallBusiness() });
  const others = [await open(), await open()];
  const sends: Send[] = [world.send, ...others.map((other) => processClient(other.fetch))];
  const { id, name, email, phone } = await contact();
  const booked = await book(id, { name, email, phone });
  const { sequence } = await world.platform.events.since(undefined, 1);
  const puts: Promise<Answer<OneBody>>[] = [];
  for (let round = 0; round < 20; round++) {
    const [first, second] = [sends[round % 3] as Send, sends[(round + 1) % 3] as Send];
    puts.push(
      first('PUT', `/v1/contacts/${id}`, { key: world.keyA, body: { phone: newPhone() } }),
      second('PUT', `/v1/bookings/${booked.id}`, { key: world.keyA, body: { notes: `Note ${round}` } }),
    );
  }
  for (const answer of await Promise.all(puts)) expect(answer.status).toBe(200);
  const [after, present] = [await read(booked.id), await ok('GET', `/v1/contacts/${id}`)];
  expect(after.contact).toEqual({ name, email, phone: present.phone });
  // Each change follows from the one before it: there is an event for each, and none undoes another.
  const { events } = await world.platform.events.since(sequence, 100);
  expect(events).toHaveLength(40);
  let last = booked as { contact?: unknown; notes?: unknown };
  for (const { data } of events as { data: typeof last }[]) {
    const changed = (['contact', 'notes'] as const).filter(
      (field) => JSON.stringify(data[field]) !== JSON.stringify(last[field]),
    );
    expect(changed).toHaveLength(1);
    last = data;
  }
  for (const other of others) await other.close();
});

it('a calendar feed shows the present number of a customer', async () => {
  const { path } = await world.platform.calendarFeeds.add({ masked: false });
  const { id, name, email, phone } = await contact();
  await book(id, { name, email, phone }, '2026-03-30T10:00:00Z');
  const feed = async () => (await (await fetch(world.url + path.reveal())).text()).replaceAll('\r\n ', '');
  expect(await feed()).toContain(String(phone));
  await change(id, { phone: '+15550108005' });
  const changed = await feed();
  expect(changed).toContain('+15550108005');
  expect(changed).not.toContain(String(phone));
});
