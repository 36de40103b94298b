import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from './support/world.ts';

/** A family shares a phone: the name says whose booking it is. */
let world: World;
let ids: { father: string; son: string };
beforeAll(async () => {
  world = await startWorld();
  const add = async (name: string, phone: string) =>
    (await world.send('POST', '/v1/contacts', { key: world.keyA, body: { name, phone } })).body.data.id as string;
  ids = { father: await add('Şükrü Öztürk', PHONE), son: await add('Emre Öztürk', PHONE) };
});
afterAll(() => world.close());

const PHONE = '+15550100190';
let day = 0;
const start = () => new Date(Date.UTC(2026, 6, ++day, 10)).toISOString();
const book = async (contact: object) => {
  const body = { service_id: 'sv_cut_a', start_time: start(), contact };
  return (await world.send('POST', '/v1/bookings', { key: world.keyA, body })).body.data;
};
const change = async (id: unknown, body: object) =>
  (await world.send('PUT', `/v1/bookings/${id}`, { key: world.keyA, body })).body.data;

it.each([
  ['the contact with the phone and the name, although another one is older', 'Emre Öztürk', 'son'],
  ['the contact whose name is written in another way', 'ozturk, Emre', 'son'],
  ['the oldest contact if the name can be that of several', 'Öztürk', 'father'],
  ['the oldest contact if none has the name', 'Aylin', 'father'],
] as const)('a booking gets %s', async (_whom, name, whom) => {
  expect((await book({ name, phone: PHONE })).contact_id).toBe(ids[whom]);
});

it('a booking gets the contact with exactly its name, although an older one could have it', async () => {
  const surname = await book({ name: 'Huber', phone: '+15550100192' });
  const body = { name: 'Paul Huber', phone: '+15550100192' };
  const full = await world.send('POST', '/v1/contacts', { key: world.keyA, body });
  expect((await book(body)).contact_id).toBe(full.body.data.id);
  expect((await book({ ...body, name: 'Anna Huber' })).contact_id).toBe(surname.contact_id);
});

it('a booking under an initial gets the contact whose first name has it, also if the family name begins with it', async () => {
  const phone = '+15550100180';
  const add = (name: string) => world.send('POST', '/v1/contacts', { key: world.keyA, body: { name, phone } });
  await add('Mary Jones');
  const james = await add('Jones, James');
  expect((await book({ name: 'J. Jones', phone })).contact_id).toBe(james.body.data.id);
});

it('a booking with the e-mail address of one person goes to another one with its phone who has its name', async () => {
  const booked = await book({ name: 'Emre Öztürk', email: 'erika.a@example.com', phone: PHONE });
  expect(booked.contact_id).toBe(ids.son);
  const unnamed = await book({ name: 'Aylin', email: 'erika.a@example.com', phone: PHONE });
  expect(unnamed.contact_id).toBe('ct_1_a');
});

it('a booking passes to the contact with the same phone whose name it gets, and stays if none has it', async () => {
  const { id, contact_id } = await book({ name: 'Aylin', phone: PHONE });
  expect(contact_id).toBe(ids.father);
  expect((await change(id, { contact: { name: 'Emre' } })).contact_id).toBe(ids.son);
  expect((await change(id, { contact: { name: 'Aylin' } })).contact_id).toBe(ids.son);
  expect((await change(id, { notes: 'Late' })).contact_id).toBe(ids.son);
  expect((await change(id, { contact: { name: 'Sukru Ozturk' } })).contact_id).toBe(ids.father);
});

it('a booking passes to the contact with exactly its new name, although that of its contact could be meant', async () => {
  const phone = '+15550100193';
  const { id, contact_id } = await book({ name: 'Lee', phone });
  const { data } = (await world.send('POST', '/v1/contacts', { key: world.keyA, body: { name: 'Ann Lee', phone } }))
    .body;
  expect((await change(id, { contact: { name: 'A Lee' } })).contact_id).toBe(contact_id);
  expect((await change(id, { contact: { name: 'Ann Lee' } })).contact_id).toBe(data.id);
});

it('a booking gets the contact with its name among many with the number that stands for an unknown one', async () => {
  const phone = '+15550100194';
  const names = Array.from({ length: 60 }, (_, index) => `Guest ${index}`);
  const ids: unknown[] = [];
  for (const name of names) {
    const { body } = await world.send('POST', '/v1/contacts', { key: world.keyA, body: { name, phone } });
    ids.push(body.data.id);
  }
  expect((await book({ name: 'Guest 55', phone })).contact_id).toBe(ids[55]);
  expect((await book({ name: 'Aylin', phone })).contact_id).toBe(ids[0]);
});

it('a booking belongs to exactly the contact that the request names, whatever the name and number say', async () => {
  const named = await book({ id: ids.father, name: 'Emre Öztürk', phone: PHONE });
  expect(named).toMatchObject({ contact_id: ids.father, contact_created: false, contact: { name: 'Emre Öztürk' } });
  const corrected = await change(named.id, { contact: { id: ids.son } });
  expect(corrected).toMatchObject({ contact_id: ids.son, contact: { name: 'Emre Öztürk', phone: PHONE } });
  // Without address and phone, too.
  expect((await book({ id: 'ct_3_a', name: 'No Reach' })).contact_id).toBe('ct_3_a');
  for (const id of ['ct_none', 'ct_1_b']) {
    const body = { service_id: 'sv_cut_a', start_time: start(), contact: { id, name: 'X' } };
    const refused = await world.send('POST', '/v1/bookings', { key: world.keyA, body });
    expect(refused).toMatchObject({ status: 400, body: { message: 'contact.id: there is no such contact' } });
  }
});

describe('a booking that shares no address and number with the contact that was chosen for it', () => {
  const add = async (body: object) =>
    (await world.send('POST', '/v1/contacts', { key: world.keyA, body })).body.data.id as string;
  let ids: { ann: string; bob: string; child: string };
  beforeAll(async () => {
    ids = {
      ann: await add({ name: 'Ann Archer', phone: '+15550100195' }),
      bob: await add({ name: 'Bob Smith', phone: '+15550100196' }),
      child: await add({ name: 'Emil' }),
    };
  });
  /** Ann is reached at the number of Bob. */
  const reached = () => book({ id: ids.ann, name: 'Ann Archer', phone: '+15550100196' });

  it('stays with that contact when it gets other details', async () => {
    const { id, contact_id } = await reached();
    expect(contact_id).toBe(ids.ann);
    for (const contact of [{ email: 'ann@example.com' }, { name: 'Anne Archer' }, { phone: '+15550100197' }])
      expect((await change(id, { contact })).contact_id, JSON.stringify(contact)).toBe(ids.ann);
    const child = await book({ id: ids.child, name: 'Emil', phone: '+15550100196' });
    expect((await change(child.id, { contact: { name: 'Emil Smith' } })).contact_id).toBe(ids.child);
  });

  it('passes to the contact whose name it gets, and to another person if all details are replaced', async () => {
    const { id } = await reached();
    expect((await change(id, { contact: { name: 'Bob Smith' } })).contact_id).toBe(ids.bob);
    const other = await reached();
    const { contact_id } = await change(other.id, { contact: { name: 'Cem', phone: '+15550100198' } });
    expect([ids.ann, ids.bob]).not.toContain(contact_id);
  });
});

describe('a booking whose telephone number changes', () => {
  const add = async (body: object) =>
    (await world.send('POST', '/v1/contacts', { key: world.keyA, body })).body.data.id as string;
  let number = 300;
  const newPhone = () => `+15550100${++number}`;
  const moved = async (booked: Awaited<ReturnType<typeof book>>, contact: object) =>
    (await change(booked.id, { contact })).contact_id;

  it('stays with the chosen contact that had the earlier number', async () => {
    const [phone, taken] = [newPhone(), newPhone()];
    const dora = await add({ name: 'Dora Doe', phone });
    await add({ name: 'Rob Roe', phone: taken });
    const booked = await book({ id: dora, name: 'Dora Doe', phone });
    expect(await moved(booked, { phone: newPhone() })).toBe(dora);
    // Also if it is the number of another person.
    expect(await moved(booked, { phone: taken })).toBe(dora);
    expect(await moved(booked, { email: 'dora@example.com', phone: null })).toBe(dora);
  });

  it('stays with the chosen one of two contacts with the earlier number, although the other has the name', async () => {
    const phone = newPhone();
    const mother = await add({ name: 'Mia Moll', phone });
    const son = await add({ name: 'Max Moll', phone });
    const booked = await book({ id: mother, name: 'Max Moll', phone });
    expect(await moved(booked, { email: 'family@example.com' })).toBe(mother);
    expect(await moved(booked, { phone: newPhone() })).toBe(mother);
    // A change that names the son is meant for him.
    const other = await book({ id: mother, name: 'Mia Moll', phone });
    expect(await moved(other, { name: 'Max Moll' })).toBe(son);
  });

  it('stays with a contact that has its name, and passes to one with exactly the name and the new number', async () => {
    const [phone, second] = [newPhone(), newPhone()];
    const first = await add({ name: 'Lia Lang', phone });
    const [booked, other] = [await book({ name: 'Lia Lang', phone }), await book({ name: 'Lia Lang', phone })];
    expect([booked.contact_id, other.contact_id]).toEqual([first, first]);
    expect(await moved(booked, { phone: newPhone() })).toBe(first);
    const namesake = await add({ name: 'Lia Lang', phone: second });
    expect(await moved(other, { phone: second })).toBe(namesake);
  });

  it('leaves a contact of another name that it has only by a wrong number', async () => {
    const phone = newPhone();
    const stranger = await add({ name: 'Sven Svensson', phone });
    const booked = await book({ name: 'Ute Ulm', phone });
    expect(booked.contact_id).toBe(stranger);
    expect(await moved(booked, { phone: newPhone() })).not.toBe(stranger);
  });

  it('leaves the chosen contact when name and number become those of another person', async () => {
    const phone = newPhone();
    const id = await add({ name: 'Pia Pohl', phone });
    const booked = await book({ id, name: 'Pia Pohl', phone });
    expect(await moved(booked, { name: 'Quinn Quist', phone: newPhone() })).not.toBe(id);
  });
});

it('bookings of one new person at the same moment share one contact', async () => {
  const contacts = await Promise.all(
    Array.from({ length: 8 }, () => book({ name: 'Nils New', phone: '+15550100191' })),
  );
  expect(new Set(contacts.map(({ contact_id }) => contact_id)).size).toBe(1);
});
