import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld, type World } from './support/world.ts';

/** `new_contact`: a booking of a person who is not known, whatever they say about themselves. */
let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const KNOWN = { name: 'Erika Muster', email: 'erika.a@example.com', phone: '+15550100101' };
const create = (start_time: string, contact: object, more: object = {}) =>
  world.send('POST', '/v1/bookings', {
    key: world.keyA,
    body: { service_id: 'sv_cut_a', start_time, contact, ...more },
  });

it('a booking with new_contact has a contact of its own, although one has the same address and phone', async () => {
  const usual = await create('2026-05-04T10:00:00Z', KNOWN);
  expect(usual.body.data).toMatchObject({ contact_id: 'ct_1_a', contact_created: false });
  const own = await create('2026-05-05T10:00:00Z', KNOWN, { new_contact: true });
  expect(own.body.data).toMatchObject({ contact: KNOWN, contact_created: true });
  expect(own.body.data.contact_id).not.toBe('ct_1_a');
  expect(own.body.data).not.toHaveProperty('new_contact');
  // The oldest contact is still the one that others are linked to.
  expect((await create('2026-05-06T10:00:00Z', KNOWN)).body.data.contact_id).toBe('ct_1_a');
});

it('a booking with new_contact needs a name, and neither e-mail address nor phone', async () => {
  const named = await create('2026-05-07T10:00:00Z', { name: 'Unknown' }, { new_contact: true });
  expect(named.body.data.contact).toEqual({ name: 'Unknown', email: null, phone: null });
  expect((await create('2026-05-07T11:00:00Z', {}, { new_contact: true })).status).toBe(400);
  for (const more of [{}, { new_contact: false }]) {
    const refused = await create('2026-05-07T11:00:00Z', { name: 'Unknown' }, more);
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain('contact: needs an email or a phone');
  }
});

it('a booking without e-mail address and phone can be changed, and gets its contact when it gets an address', async () => {
  const { body } = await create('2026-05-09T10:00:00Z', { name: 'An Smit' }, { new_contact: true });
  const change = (changed: object) =>
    world.send('PUT', `/v1/bookings/${body.data.id}`, { key: world.keyA, body: changed });
  const renamed = await change({ contact: { name: 'Ann Smith' } });
  expect(renamed.status, JSON.stringify(renamed.body)).toBe(200);
  expect(renamed.body.data).toMatchObject({ contact_id: body.data.contact_id, contact: { name: 'Ann Smith' } });
  // The record as it was read, with other notes.
  const { contact_id: before, ...read } = renamed.body.data;
  const noted = await change({ ...read, notes: 'Rings back' });
  expect(noted.body.data).toMatchObject({ contact_id: before, contact: read.contact, notes: 'Rings back' });
  const known = await change({ contact: KNOWN });
  expect(known.body.data).toMatchObject({ contact_id: 'ct_1_a', contact: KNOWN });
  const removed = await change({ contact: { email: null, phone: null } });
  expect(removed).toMatchObject({ status: 400, body: { message: 'contact: needs an email or a phone' } });
});

it('an existing booking cannot get a new contact in this way', async () => {
  const { body } = await create('2026-05-08T10:00:00Z', KNOWN);
  const path = `/v1/bookings/${body.data.id}`;
  const refused = await world.send('PUT', path, { key: world.keyA, body: { new_contact: true } });
  expect(refused.status).toBe(400);
  expect(refused.body.message).toContain('new_contact: is not a field of this request');
});
