import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ListedPlatform, type Lists, startListedPlatform } from '../support/listed-platform.ts';
import { type HttpSession, startHttp } from '../support/session.ts';

let platform: ListedPlatform;
let session: HttpSession;
const env = () => ({
  RCPT_BASE_URL: platform.url,
  RCPT_API_KEY: 'sk_live_x',
  RCPT_TIME_ZONE: 'America/New_York',
  RCPT_DEFAULT_COUNTRY: 'US',
});

const SERVICES = [
  { id: 'svc_1', name: 'Cleaning' },
  { id: 'svc_2', name: 'Filling' },
];
const CONTACTS = [
  { id: 'ct_ana', name: 'Ana', phone: '+12125550101', email: 'ana@example.com' },
  { id: 'ct_bo', name: 'Bo', phone: '(212) 555-0102', email: null },
  { id: 'ct_cy', name: 'Cy', phone: null, email: 'Cy@Example.com' },
  { id: 'ct_di', name: 'Di', phone: '+12125550104', email: null },
  { id: 'ct_el', name: 'El', phone: null, email: null },
];
const booking = (id: string, start: string, contact: object, more: object = {}) => ({
  id,
  service_id: 'svc_2',
  status: 'confirmed',
  start_time: `${start}T15:00:00Z`,
  ...contact,
  ...more,
});
const BOOKINGS = [
  // Ana: a visit long ago, and an appointment ahead that was cancelled.
  booking('bk_1', '2020-01-10', { contact_id: 'ct_ana' }, { service_id: 'svc_1' }),
  booking('bk_2', '2199-01-10', { contact_id: 'ct_ana' }, { status: 'cancelled' }),
  // Bo, by telephone number only: two visits, the last one later, and an appointment ahead.
  booking('bk_3', '2020-02-10', { contact: { phone: '+12125550102' } }, { service_id: 'svc_1' }),
  booking('bk_4', '2024-02-10', { contact: { phone: '212 555 0102' } }),
  booking('bk_5', '2199-02-10', { contact: { phone: '+12125550102' } }),
  // Cy, by e-mail only.
  booking('bk_6', '2020-03-10', { contact: { email: 'cy@example.com' } }),
  // Di has the number of a booking that belongs to Ana by its contact id, and only a cancelled visit.
  booking('bk_7', '2020-04-10', { contact_id: 'ct_ana', contact: { phone: '+12125550104' } }),
  booking('bk_8', '2020-05-10', { contact_id: 'ct_di' }, { status: 'cancelled', service_id: 'svc_1' }),
];
const LISTS: Lists = { services: SERVICES, contacts: CONTACTS, bookings: BOOKINGS, calls: [] };

beforeAll(async () => {
  platform = await startListedPlatform();
  session = await startHttp(env());
});
beforeEach(() => platform.serve(LISTS));
afterAll(async () => {
  await Promise.all([session?.close(), platform?.close()]);
});

it('a customer whose data were erased is none of those who did not come back', async () => {
  const contacts = [...CONTACTS, { id: 'ct_erased', name: 'Erased customer', phone: null, email: null }];
  const visit = booking('bk_9', '2020-01-20', { contact_id: 'ct_erased' });
  await platform.serve({ ...LISTS, contacts, bookings: [...BOOKINGS, visit] });
  for (const args of [{ last_visit_before: '2023-01-01' }, { no_appointment_ahead: true }]) {
    const { data, text } = await session.client.call('list_contacts', args);
    const names = (data.items as { name: string }[]).map(({ name }) => name);
    expect(names, text).toContain('Ana');
    expect(names, text).not.toContain('Erased customer');
  }
});

describe('filters of list_contacts by visits', () => {
  it.each([
    [{ last_visit_before: '2023-01-01' }, ['ct_ana', 'ct_cy']],
    [{ last_visit_before: '2020-03-10' }, []],
    [{ last_visit_before: '2020-03-11' }, ['ct_cy']],
    [{ last_visit_before: '2025-01-01' }, ['ct_ana', 'ct_bo', 'ct_cy']],
    [{ no_appointment_ahead: true }, ['ct_ana', 'ct_cy', 'ct_di', 'ct_el']],
    [{ service_id: 'Cleaning' }, ['ct_ana', 'ct_bo']],
    [{ service_id: 'svc_1', no_appointment_ahead: true }, ['ct_ana']],
    [{ last_visit_before: '2025-01-01', query: 'bo' }, ['ct_bo']],
  ])('list_contacts %j finds %j', async (args, expected) => {
    const { data, text, isError } = await session.client.call('list_contacts', args);
    expect(isError, text).toBe(false);
    expect((data.items as { id: string }[]).map(({ id }) => id)).toEqual(expected);
    expect(data).toMatchObject({ total: expected.length, complete: true, time_zone: 'America/New_York' });
  });

  it('rows state the last visit and the next appointment in local time', async () => {
    const { data } = await session.client.call('list_contacts', { last_visit_before: '2025-01-01' });
    expect(data.items).toEqual([
      {
        id: 'ct_ana',
        name: 'Ana',
        phone: '+12125550101',
        email: 'ana@example.com',
        last_visit: '2020-04-10T11:00:00-04:00',
      },
      {
        id: 'ct_bo',
        name: 'Bo',
        phone: '(212) 555-0102',
        last_visit: '2024-02-10T10:00:00-05:00',
        next_appointment: '2199-02-10T10:00:00-05:00',
      },
      { id: 'ct_cy', name: 'Cy', email: 'Cy@Example.com', last_visit: '2020-03-10T11:00:00-04:00' },
    ]);
  });

  it('the cursor continues with the same visits, without another read of the bookings', async () => {
    await session.close();
    session = await startHttp(env());
    const args = { no_appointment_ahead: true, per_page: 3 };
    const first = await session.client.call('list_contacts', args);
    const second = await session.client.call('list_contacts', { ...args, cursor: first.data.cursor });
    expect(second.data).toMatchObject({ total: 4, has_more: false, items: [{ id: 'ct_el' }] });
    expect(platform.requests('bookings')).toBe(1);
  });

  it('say that they are not complete if not all bookings could be read', async () => {
    await session.close();
    session = await startHttp(env());
    const args = { no_appointment_ahead: true };
    platform.serve(LISTS, { statedTotal: 300 });
    const { data, text } = await session.client.call('list_contacts', args);
    expect(data).toMatchObject({
      complete: false,
      omitted: 'Only 8 of 300 bookings were read: visits among the others are not known.',
    });
    expect(text).toContain('not all');
  });

  it('refuse an unknown service with the known ones', async () => {
    const answer = await session.client.call('list_contacts', { service_id: 'Botox' });
    expect(answer.isError).toBe(true);
    expect(answer.text).toMatch(/"Botox" is not a service: give the id of one of "Cleaning" \(svc_1\)/);
  });

  it('filters by visits are refused to callers who may not read bookings, with the reason, and nothing is read', async () => {
    const narrow = await startHttp({ ...env(), RCPT_TOOLSETS: 'contacts,services' });
    platform.serve(LISTS);
    for (const args of [{ last_visit_before: '2025-01-01' }, { no_appointment_ahead: true }, { service_id: 'svc_1' }]) {
      const answer = await narrow.client.call('list_contacts', args);
      expect(answer.isError).toBe(true);
      expect(answer.text).toContain('which this caller may not do: toolset bookings is off');
    }
    expect(platform.requests('bookings')).toBe(0);
    expect((await narrow.client.call('list_contacts', { query: 'bo' })).isError).toBe(false);
    await narrow.close();
  });
});
