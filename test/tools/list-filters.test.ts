import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { field } from '../support/clients.ts';
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
  { id: 'svc_3', name: 'Deep cleaning' },
];
const STAFF = [
  { id: 'stf_1', name: 'Anna Meyer' },
  { id: 'stf_2', name: 'Ben Ott' },
];
const BOOKINGS = [
  {
    id: 'bk_1',
    service_id: 'svc_1',
    staff_id: 'stf_1',
    contact_id: 'ct_1',
    status: 'confirmed',
    start_time: '2199-01-01T15:00:00Z',
    end_time: '2199-01-01T15:30:00Z',
    contact: { name: 'Ana Díaz', phone: '+12125550123' },
  },
  {
    id: 'bk_2',
    service_id: 'svc_old',
    staff_id: 'stf_2',
    status: 'cancelled',
    start_time: '2199-01-02T15:00:00Z',
    contact: { name: 'A. D.', phone: '(212) 555-0123' },
  },
  {
    id: 'bk_3',
    service_id: 'svc_2',
    staff_id: 'stf_1',
    contact_id: 'ct_2',
    status: 'no_show',
    start_time: '2199-01-03T15:00:00Z',
    contact: { name: 'Bo', phone: '+12125550123', email: 'ana@example.com' },
  },
  { id: 'bk_4', service_id: 'svc_2', status: 'rejected', start_time: 'soon', contact: { email: 'ANA@example.com' } },
];
const CONTACTS = [
  { id: 'ct_1', name: 'Ana Díaz', phone: '+12125550123', email: 'ana@example.com' },
  { id: 'ct_2', name: 'Bo', phone: null, email: null },
];
const LISTS: Lists = { services: SERVICES, staff: STAFF, bookings: BOOKINGS, contacts: CONTACTS, calls: [] };

beforeAll(async () => {
  platform = await startListedPlatform();
  session = await startHttp(env());
});
beforeEach(() => platform.serve(LISTS));
afterAll(async () => {
  await Promise.all([session?.close(), platform?.close()]);
});

/** Starts the server again, without what it has cached. */
async function restart() {
  await session.close();
  session = await startHttp(env());
}

const bookings = async (args: Record<string, unknown>) => {
  const answer = await session.client.call('list_bookings', args);
  expect(answer.isError, answer.text).toBe(false);
  return (answer.data.items as { id: string }[]).map(({ id }) => id);
};
const refusal = async (tool: string, args: Record<string, unknown>) => {
  const answer = await session.client.call(tool, args);
  expect(answer.isError, answer.text).toBe(true);
  expect(field(answer.data, 'error', 'changed')).toBe('no');
  return answer.text;
};

describe('filters of list_bookings', () => {
  it.each([
    [{ service_id: 'svc_1' }, ['bk_1']],
    [{ service_id: 'filling' }, ['bk_3', 'bk_4']],
    [{ service_id: 'Cleaning' }, ['bk_1']],
    [{ service_id: 'svc_old' }, ['bk_2']],
    [{ service_id: 'svc_3' }, []],
    [{ staff_id: 'Meyer' }, ['bk_1', 'bk_3']],
    [{ staff_id: 'stf_2' }, ['bk_2']],
    [{ staff_id: 'anna', service_id: 'filling' }, ['bk_3']],
    [{ contact_id: 'ct_1' }, ['bk_1', 'bk_2', 'bk_4']],
    [{ contact_id: 'ct_2' }, ['bk_3']],
    [{ status: 'active' }, ['bk_1']],
    [{ status: 'No show' }, ['bk_3']],
    [{ status: 'CANCELLED' }, ['bk_2']],
    [{ status: 'canceled' }, ['bk_2']],
  ])('list_bookings %j finds %j', async (args, expected) => {
    expect(await bookings(args)).toEqual(expected);
  });

  it.each([
    [{ status: 'called off' }, /status: no record has "called off"\. Known values: "active", .*"no_show"/],
    [{ service_id: 'Botox' }, /"Botox" is not a service: give the id of one of "Cleaning" \(svc_1\)/],
    [{ service_id: 'svc_9' }, /"svc_9" is not a service: give the id of one of "Cleaning" \(svc_1\)/],
    [{ service_id: 'clean' }, /"clean" is not unique: .*"Cleaning" \(svc_1\), "Deep cleaning" \(svc_3\)/],
    [{ staff_id: 'Carla' }, /"Carla" is not a staff member: .*"Anna Meyer" \(stf_1\)/],
    [{ contact_id: 'ct_9' }, /contact_id: there is no contact ct_9\. lookup_caller/],
  ])('list_bookings refuses %j, which no record has, with the known values', async (args, says) => {
    expect(await refusal('list_bookings', args)).toMatch(says);
    // Other filters do not hide the known values.
    expect(await refusal('list_bookings', { ...args, from: '2210-01-01' })).toMatch(says);
  });

  it('a usual status is known while the platform has no others, and no list is asked for if it is empty', async () => {
    platform.serve({ ...LISTS, bookings: BOOKINGS.slice(0, 1) });
    expect(await bookings({ status: 'cancelled' })).toEqual([]);
    expect(await refusal('list_bookings', { status: 'completed' })).toContain('Known values: "active", "confirmed".');
    platform.serve({ ...LISTS, bookings: [] });
    expect(await bookings({ status: 'anything' })).toEqual([]);
    platform.serve({ ...LISTS, bookings: [{ ...BOOKINGS[0], status: 'rejected' }] });
    expect(await refusal('list_bookings', { status: 'cancelled' })).toContain('Known values: "active", "rejected".');
  });

  it('finds a cancellation by both spellings, whichever the platform writes', async () => {
    platform.serve({ ...LISTS, bookings: [{ ...BOOKINGS[0], status: 'canceled' }] });
    for (const status of ['cancelled', 'Canceled']) expect(await bookings({ status })).toEqual(['bk_1']);
  });

  it('refuses no value if the list could not be read completely', async () => {
    platform.serve(LISTS, { statedTotal: 300 });
    expect(await bookings({ status: 'anything' })).toEqual([]);
    expect(await bookings({ service_id: 'svc_9' })).toEqual([]);
  });

  it('finds a staff member by the names in bookings on a platform without a list of staff', async () => {
    const named = BOOKINGS.map((booking) => ({
      ...booking,
      staff_name: STAFF.find(({ id }) => id === booking.staff_id)?.name,
    }));
    platform.serve({ bookings: named, services: SERVICES, contacts: CONTACTS });
    await restart();
    expect(await bookings({ staff_id: 'Meyer' })).toEqual(['bk_1', 'bk_3']);
    expect(await bookings({ staff_id: 'stf_2' })).toEqual(['bk_2']);
    expect(await refusal('list_bookings', { staff_id: 'Carla' })).toMatch(
      /staff_id: "Carla": no booking has it\. Give the id of one of "Anna Meyer" \(stf_1\), "Ben Ott" \(stf_2\)/,
    );
    platform.serve({ bookings: [...named, { id: 'bk_5', staff_id: 'stf_5', staff_name: 'Ute Meyer' }] });
    expect(await refusal('list_bookings', { staff_id: 'Meyer' })).toMatch(
      /it is not unique\. Give the id of one of "Anna Meyer" \(stf_1\), "Ute Meyer" \(stf_5\)/,
    );
  });
});

describe('rows of list_bookings', () => {
  beforeEach(restart);

  it('have local times only, and names from one read of the lists that have them', async () => {
    const { data, text } = await session.client.call('list_bookings', {});
    expect(data.items).toEqual([
      {
        id: 'bk_1',
        service_name: 'Cleaning',
        status: 'confirmed',
        weekday: 'Tuesday',
        start_local: '2199-01-01T10:00:00-05:00',
        end_local: '2199-01-01T10:30:00-05:00',
        contact_name: 'Ana Díaz',
        contact_id: 'ct_1',
        staff_name: 'Anna Meyer',
      },
      expect.objectContaining({ id: 'bk_2', service_id: 'svc_old', staff_name: 'Ben Ott', contact_name: 'A. D.' }),
      expect.objectContaining({ id: 'bk_3', service_name: 'Filling', contact_name: 'Bo' }),
      { id: 'bk_4', service_name: 'Filling', status: 'rejected' },
    ]);
    expect(text).not.toContain('15:00:00Z');
    await session.client.call('list_bookings', {});
    expect([platform.requests('services'), platform.requests('staff'), platform.requests('contacts')]).toEqual([
      1, 1, 0,
    ]);
    const full = await session.client.call('list_bookings', { detail: 'full', per_page: 1 });
    expect(field(full.data, 'items', 0)).toMatchObject({
      start_time: '2199-01-01T15:00:00Z',
      service_name: 'Cleaning',
    });
  });

  it('show ids where the caller may not read the list that has the names', async () => {
    platform.serve({ bookings: BOOKINGS });
    const { data } = await session.client.call('list_bookings', {});
    expect(field(data, 'items', 0)).toMatchObject({ id: 'bk_1', service_id: 'svc_1', contact_name: 'Ana Díaz' });
    expect(field(data, 'items', 0)).not.toHaveProperty('service_name');
    const narrow = await startHttp({ ...env(), RCPT_TOOLSETS: 'bookings' });
    platform.serve(LISTS);
    const hidden = await narrow.client.call('list_bookings', {});
    expect(field(hidden.data, 'items', 0)).not.toHaveProperty('staff_name');
    expect([platform.requests('services'), platform.requests('staff')]).toEqual([0, 0]);
    await narrow.close();
  });
});

it.each(['list_bookings', 'list_contacts', 'list_calls', 'list_services', 'list_recent_events', 'lookup_caller'])(
  'the first lines of %s say what time it is in the zone of the business',
  async (tool) => {
    platform.serve(LISTS);
    const answer = await session.client.call(tool, tool === 'lookup_caller' ? { query: 'Ana Díaz' } : {});
    const stated = String(answer.data.now_local);
    expect(stated).toMatch(/^[A-Z][a-z]+day \d{4}-\d{2}-\d{2}T\d{2}:\d{2}-0[45]:00$/);
    const [weekday, local = ''] = stated.split(' ');
    const now = Date.parse(`${local.slice(0, 16)}:00${local.slice(16)}`);
    expect(Math.abs(Date.now() - now)).toBeLessThan(150_000);
    const day = new Date(`${local.slice(0, 10)}T00:00:00Z`).toLocaleDateString('en', {
      weekday: 'long',
      timeZone: 'UTC',
    });
    expect(weekday).toBe(day);
    expect(answer.text).toContain(`Now: ${stated.slice(0, -6).replace(/T(?=\d)/, ' ')}.`);
  },
);
