import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asReadLater } from './support/created-booking.ts';
import { NOW } from './support/fixture.ts';
import { startWorld, type World } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const contact = { name: 'Nora New', email: 'nora@example.com', phone: '+15550100150' };
const valid = { service_id: 'sv_cut_a', start_time: '2026-03-03T10:00:00Z', contact };
const create = (body: unknown) => world.send('POST', '/v1/bookings', { key: world.keyA, body });
const total = async (path: string) => (await world.send('GET', path, { key: world.keyA })).body.meta.total;

describe('creating a booking', () => {
  it('stores the documented fields and sets those of the platform', async () => {
    const body = { ...valid, service_id: 'sv_color_a', start_time: '2026-03-05T10:00:00Z', notes: 'Patch test' };
    const created = await create(body);
    expect(created.status).toBe(200);
    expect(created.body.data).toEqual({
      ...body,
      contact_created: true,
      calendars: [],
      id: expect.stringMatching(/^bk_/),
      end_time: '2026-03-05T11:30:00Z',
      status: 'confirmed',
      staff_id: 'st_2_a',
      contact_id: expect.stringMatching(/^ct_/),
      created_at: NOW,
      updated_at: NOW,
      cancelled_at: null,
      service_name: 'Colour',
      staff_name: 'Cleo',
      overrides: [],
      call_reference: null,
    });
    const read = await world.send('GET', `/v1/bookings/${created.body.data.id}`, { key: world.keyA });
    expect(read.body.data).toEqual(asReadLater(created.body.data));
    expect(read.headers.get('etag')).toBe(created.headers.get('etag'));
  });

  it('requires no notes and only one of e-mail and phone', async () => {
    const { name, email, phone } = contact;
    const byEmail = await create({ ...valid, start_time: '2026-03-05T14:00:00Z', contact: { name, email } });
    expect(byEmail.body.data).toMatchObject({ notes: '', contact: { name, email, phone: null } });
    const byPhone = await create({
      ...valid,
      start_time: '2026-03-05T14:00:00Z',
      contact: { name, phone, email: null },
    });
    expect(byPhone.body.data).toMatchObject({ contact: { name, phone, email: null } });
  });

  it('links the contact with the same e-mail address or phone, otherwise creates one', async () => {
    const before = await total('/v1/contacts');
    const link = async (day: number, who: object) =>
      (await create({ ...valid, start_time: `2026-05-0${day}T10:00:00Z`, contact: { name: 'X', ...who } })).body.data
        .contact_id;
    expect(await link(1, { email: 'ERIKA.A@example.com' })).toBe('ct_1_a');
    expect(await link(2, { phone: '+15550100102' })).toBe('ct_2_a');
    expect(await link(3, { email: 'erika.a@example.com', phone: '+15550100102' })).toBe('ct_1_a');
    expect(await total('/v1/contacts')).toBe(before);
    const created = await link(4, { email: 'first@example.com' });
    expect(await link(5, { email: 'first@example.com' })).toBe(created);
    expect(await total('/v1/contacts')).toBe(before + 1);
    const record = await world.send('GET', `/v1/contacts/${created}`, { key: world.keyA });
    expect(record.body.data).toMatchObject({ name: 'X', email: 'first@example.com', phone: null });
  });
});

describe('assigning staff', () => {
  const at = async (time: string, service = 'sv_cut_a') =>
    create({ ...valid, service_id: service, start_time: `2026-06-01T${time}:00Z` });

  it('chooses the available staff member with the fewest bookings, and refuses if none is available', async () => {
    expect((await at('10:00')).body.data.staff_id).toBe('st_1_a');
    expect((await at('10:00')).body.data.staff_id).toBe('st_2_a');
    const refused = await at('10:15');
    expect(refused.status).toBe(400);
    expect(refused.body).toEqual({
      error: 'slot_unavailable',
      message:
        'No staff member is available for Cut at Monday 2026-06-01 12:15 (Europe/Vienna). The next possible start is Monday 2026-06-01 12:30 (Europe/Vienna).',
      next_start_time: '2026-06-01T10:30:00Z',
    });
    expect((await at('12:00', 'sv_color_a')).body.data.staff_id).toBe('st_2_a');
    expect((await at('14:00')).body.data.staff_id).toBe('st_1_a');
    expect((await at('15:00')).body.data.staff_id).toBe('st_1_a');
  });

  it('allows a booking to start when the previous one ends', async () => {
    expect((await at('16:00', 'sv_color_a')).status).toBe(200);
    expect((await at('17:30', 'sv_color_a')).status).toBe(200);
    expect((await at('17:29', 'sv_color_a')).body.error).toBe('slot_unavailable');
    expect((await at('18:59', 'sv_color_a')).body.error).toBe('slot_unavailable');
  });

  it('refuses a service without staff', async () => {
    expect((await at('10:00', 'sv_none_a')).body.error).toBe('slot_unavailable');
  });
});

describe('creating a booking with an invalid body', () => {
  const without = (field: string) => Object.fromEntries(Object.entries(valid).filter(([name]) => name !== field));
  const contactWith = (part: object) => ({ ...valid, contact: { ...contact, ...part } });
  const cases: [string, unknown, string][] = [
    ['no service', without('service_id'), 'service_id: is required'],
    ['no time', without('start_time'), 'start_time: is required'],
    ['no contact', without('contact'), 'contact: is required'],
    ['an empty object', {}, 'service_id: is required; start_time: is required; contact: is required'],
    ['a list', [], 'body: must be a JSON object'],
    ['a text', '"x"', 'body: must be a JSON object'],
    ['null', 'null', 'body: must be a JSON object'],
    ['an unknown service', { ...valid, service_id: 'sv_x' }, 'service_id: there is no such service'],
    ['a number as service', { ...valid, service_id: 7 }, 'service_id: must be a text'],
    ['a past time', { ...valid, start_time: '2026-03-02T08:59:59Z' }, 'start_time: must be in the future'],
    ['the present moment', { ...valid, start_time: NOW }, 'start_time: must be in the future'],
    [
      'a time in the year 9999',
      { ...valid, start_time: '9999-12-31T23:59:00Z' },
      'start_time: must be before the year 9999',
    ],
    [
      'a time without zone',
      { ...valid, start_time: '2026-03-03T10:00:00' },
      'start_time: must be an ISO 8601 time in UTC such as 2026-03-09T14:30:00Z',
    ],
    [
      'a time with offset',
      { ...valid, start_time: '2026-03-03T10:00:00+01:00' },
      'start_time: must be an ISO 8601 time',
    ],
    ['a nonexistent day', { ...valid, start_time: '2026-02-30T10:00:00Z' }, 'start_time: must be an ISO 8601 time'],
    ['a sentence as time', { ...valid, start_time: 'tomorrow at ten' }, 'start_time: must be an ISO 8601 time'],
    ['no name', contactWith({ name: undefined }), 'contact.name: is required'],
    ['a blank name', contactWith({ name: '  ' }), 'contact.name: must not be empty'],
    [
      'a name that is too long',
      contactWith({ name: 'x'.repeat(201) }),
      'contact.name: must have at most 200 characters',
    ],
    ['a bad e-mail', contactWith({ email: 'nora@' }), 'contact.email: must be an e-mail address'],
    [
      'a bad phone',
      contactWith({ phone: '5550100' }),
      'contact.phone: must be a phone number in international format, + and 7 to 15 digits: +15550100123',
    ],
    ['a phone with a word', contactWith({ phone: '+1555010015o' }), 'contact.phone: must be a phone number'],
    [
      'a contact without e-mail and phone',
      contactWith({ email: undefined, phone: null }),
      'contact: needs an email or a phone',
    ],
    ['notes that are no text', { ...valid, notes: { a: 1 } }, 'notes: must be a text'],
    ['notes that are too long', { ...valid, notes: 'x'.repeat(10_001) }, 'notes: must have at most 10000 characters'],
    [
      'a field that only the platform sets',
      { ...valid, status: 'confirmed' },
      'status: is not a field of this request',
    ],
    [
      'unknown fields',
      { ...valid, x: 1, contact: { ...contact, y: 2 } },
      'contact.y: is not a field of this request; x: is not a field of this request',
    ],
    ['a NUL', { ...valid, notes: 'a\0b' }, 'notes: must be well-formed Unicode without U+0000'],
    [
      'an unpaired surrogate',
      JSON.stringify({ ...valid, notes: '' }).replace('"notes":""', '"notes":"\\ud800"'),
      'notes: must be well-formed',
    ],
  ];
  it.each(cases)('refuses %s with field and reason, and stores nothing', async (_, body, message) => {
    const before = [await total('/v1/bookings'), await total('/v1/contacts')];
    const answer = await create(body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toBe('validation_error');
    expect(answer.body.message).toContain(message);
    expect([await total('/v1/bookings'), await total('/v1/contacts')]).toEqual(before);
  });

  it('creates no contact when the slot is already taken', async () => {
    const slot = { ...valid, start_time: '2026-07-01T10:00:00Z' };
    await create(slot);
    await create(slot);
    const before = await total('/v1/contacts');
    const answer = await create({ ...slot, contact: { name: 'Late', email: 'late@example.com' } });
    expect(answer.body.error).toBe('slot_unavailable');
    expect(await total('/v1/contacts')).toBe(before);
  });
});
