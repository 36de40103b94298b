import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/lib/json.ts';
import { field } from '../support/clients.ts';
import { useOffice } from '../support/office.ts';
import { openHour } from '../support/open-hours.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';

/** Changes of contacts with the demo business: what follows from them, and what the answer says of it. */
const office = useOffice({ env: { RCPT_TIME_ZONE: 'America/New_York', RCPT_DEFAULT_COUNTRY: 'US' } });
/** The same platform, as one whose bookings do not follow: it changes them back. */
let keeping: Upstream;
let booked: JsonObject | undefined;

beforeAll(async () => {
  keeping = await startUpstream(async ({ method, path, headers, body }, response) => {
    const { authorization = '', 'content-type': type = 'application/json' } = headers;
    const send = (to: string, how: RequestInit) =>
      fetch(office.platform.url + to, { ...how, headers: { authorization, 'content-type': type } });
    const answer = await send(path, { method, ...(method === 'GET' ? {} : { body }) });
    if (method === 'PUT' && path.includes('/contacts/') && booked) {
      await send(`/api/v1/bookings/${booked.id}`, { method: 'PUT', body: JSON.stringify({ contact: booked.contact }) });
    }
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
});
afterAll(() => keeping?.close());

const call = async (name: string, args: object) => (await office.mustCall(name, args)).data;
let people = 0;
/** Adds a contact with a booking ahead. */
async function customer(details: { phone?: string; email?: string }) {
  const contact_name = `Mia Groß ${'abcdefgh'[people]}`;
  const start_time = openHour(60 + people++, 2201);
  const added = await call('create_contact', { name: contact_name, ...details });
  const contact_id = field(added, 'contact', 'id');
  const made = await call('create_booking', { service_id: 'svc_cleaning', start_time, contact_id });
  return { contact_id, contact_name, booking_id: field(made, 'booking', 'id') };
}

describe('update_contact', () => {
  it('changes the bookings ahead, which are found by the new name', async () => {
    const { contact_id, booking_id } = await customer({ phone: '+12125550121', email: 'mia@example.com' });
    const changed = await call('update_contact', { contact_id, phone: '+12125550122', name: 'Mia Sommer' });
    expect(changed.note).toBe('1 booking ahead has the new name, phone, too.');
    const found = await call('list_bookings', { query: 'Mia Sommer' });
    const details = { contact_name: 'Mia Sommer', contact_phone: '+12125550122' };
    expect(found.items).toMatchObject([{ id: booking_id }]);
    expect((await call('get_booking', { booking_id })).booking).toMatchObject(details);
  });

  it('reports that nothing was changed by values that the contact has already', async () => {
    const { contact_id } = await customer({ email: 'same@example.com' });
    const same = await office.mustCall('update_contact', { contact_id, email: 'same@example.com' });
    expect(same.text).toContain('Nothing was changed: the contact had these values before.');
    expect(same.data).toMatchObject({ changed: false, contact: { email: 'same@example.com' } });
    const other = await office.mustCall('update_contact', { contact_id, email: 'other@example.com' });
    expect(other.text).toContain('The contact was changed.');
    expect(other.data).not.toHaveProperty('changed');
  });

  it('names bookings ahead that keep the last detail by which their customer can be reached', async () => {
    const { contact_id, booking_id } = await customer({ email: 'last@example.com' });
    const changed = await call('update_contact', { contact_id, phone: '+12125550123', remove: ['email'] });
    expect(changed.note).toBe('1 booking ahead has the new phone, too.');
    expect((await call('get_booking', { booking_id })).booking).toMatchObject({ contact_phone: '+12125550123' });
    expect(await call('update_contact', { contact_id, remove: ['phone'] })).toMatchObject({
      note: '1 booking ahead keeps the former phone: list_bookings with contact_id shows it, update_booking changes it.',
    });
  });

  it('names the details that bookings ahead keep on a platform whose bookings do not follow their contact', async () => {
    const { contact_id, contact_name, booking_id } = await customer({ phone: '+12125550124' });
    booked = { id: booking_id, contact: { id: contact_id, name: contact_name, phone: '+12125550124' } };
    const other = await office.startServer({ RCPT_BASE_URL: keeping.url });
    const { data } = await other.client.call('update_contact', { contact_id, phone: '2125550125', name: 'Mia Vogel' });
    expect(data.note).toBe(
      '1 booking ahead keeps the former name, phone: list_bookings with contact_id shows it, update_booking changes it.',
    );
  });

  it.each([
    [21, '1 booking ahead keeps'],
    [41, 'At least 1 booking ahead keeps'],
  ])('names the last of %i bookings ahead if it keeps what the others do not', async (count, named) => {
    const phone = `+121255503${count}`;
    const added = await call('create_contact', { name: `Mia Groß ${count}`, phone });
    const contact = { id: field(added, 'contact', 'id'), name: `Mia Groß ${count}`, phone };
    for (let serial = 0; serial < count; serial++) {
      const start_time = openHour(serial, count === 21 ? 2202 : 2203);
      const made = await office.post('/bookings', { service_id: 'svc_cleaning', start_time, contact });
      booked = { id: made.id, contact };
    }
    const other = await office.startServer({ RCPT_BASE_URL: keeping.url });
    const { data } = await other.client.call('update_contact', { contact_id: contact.id, phone: `+121255504${count}` });
    expect(data.note).toBe(
      `${named} the former phone: list_bookings with contact_id shows it, update_booking changes it.`,
    );
  });

  it('names another contact with the new details, as create_contact does', async () => {
    const { contact_id } = await customer({ phone: '+12125550126' });
    await customer({ phone: '+12125550127', email: 'both@example.com' });
    const note = async (change: object) => (await call('update_contact', { contact_id, ...change })).note;
    expect(await note({ phone: '(212) 555-0127', email: 'Both@example.com' })).toBe(
      'Another contact has this email, phone, too: lookup_caller shows both. 1 booking ahead has the new email, phone, too.',
    );
    expect(await note({ email: 'alone@example.com' })).toBe('1 booking ahead has the new email, too.');
    expect(await note({ phone: '+12125550127', additional_fields: { company: 'ACME' } })).toBeUndefined();
  });
});
