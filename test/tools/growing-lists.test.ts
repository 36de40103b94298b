import { afterAll, beforeAll, expect, it } from 'vitest';
import { useOffice } from '../support/office.ts';
import { openHour } from '../support/open-hours.ts';
import { startRecordingProxy } from '../support/recording-proxy.ts';
import { type HttpSession, startHttp } from '../support/session.ts';
import type { Upstream } from '../support/upstream.ts';

/** Tools on a platform that searches its lists: what they request does not grow with the business. */
const office = useOffice();
/** The same platform, whose requests are recorded. */
let recording: Upstream;
let session: HttpSession;
let customers: { id: string; name: string; email: string }[];

/** More than one page has. */
const COUNT = 120;

beforeAll(async () => {
  recording = await startRecordingProxy(office.platform.url);
  const zone = 'America/New_York';
  const env = { RCPT_BASE_URL: recording.url, RCPT_TIME_ZONE: zone, RCPT_DEFAULT_COUNTRY: 'US' };
  session = await startHttp(office.env(env));
  customers = await Promise.all(
    Array.from({ length: COUNT }, async (_, index) => {
      const customer = { name: `Customer Number${index}`, email: `customer.${index}@example.com` };
      const phone = `+1212555${1_000 + index}`;
      const { id } = await office.post('/contacts', { ...customer, phone });
      return { id: String(id), ...customer };
    }),
  );
  for (const [index, contact] of customers.entries())
    await office.post('/bookings', { service_id: 'svc_cleaning', start_time: openHour(index, 2201), contact });
});
afterAll(async () => {
  await Promise.all([session?.close(), recording?.close()]);
});

/** The lists that grow: those of services and people are read as a whole. */
const WHOLE_LIST = /^GET \/(?:bookings|contacts|calls)\?page=\d+&per_page=\d+$/;

it('no tool reads a growing list as a whole, and none takes more than five requests', async () => {
  const [customer, other] = customers.slice(COUNT - 2);
  const service_id = 'svc_cleaning';
  const booked = await session.client.call('list_bookings', { query: customer?.email });
  const booking_id = (booked.data.items as { id: string }[])[0]?.id;
  const questions: [tool: string, args: Record<string, unknown>][] = [
    ['list_bookings', { query: customer?.name }],
    ['list_bookings', { from: '2201-01-01', to: '2201-06-01', order: 'desc' }],
    ['list_bookings', { contact_id: customer?.id }],
    ['summarize_activity', { kind: 'bookings', from: '2201-01-01', group_by: 'customer' }],
    ['summarize_activity', { kind: 'calls' }],
    ['find_open_times', { service_id, from: '2201-01-05' }],
    [
      'create_booking',
      { service_id, start_time: openHour(0, 2202), contact_name: 'Else Roth', contact_phone: '2125550111' },
    ],
    ['create_booking', { service_id, start_time: openHour(1, 2202), contact_id: customer?.id }],
    ['update_booking', { booking_id, start_time: openHour(2, 2202) }],
    ['update_booking', { booking_id, notes: 'Rings twice' }],
    ['cancel_booking', { booking_id }],
    ['list_contacts', { query: 'Number7' }],
    ['list_contacts', { last_visit_before: '2201-05-01' }],
    ['lookup_caller', { query: customer?.name }],
    ['lookup_caller', { query: other?.email }],
    ['create_contact', { name: 'Max Roth', email: 'max@example.com', phone: '2125550112' }],
    ['update_contact', { contact_id: customer?.id, name: 'Eva Roth', phone: '2125550113' }],
    ['list_calls', { contact_id: customer?.id }],
    ['list_calls', { query: 'cleaning' }],
    ['search_calls', { query: 'appointment' }],
    ['find_follow_ups', {}],
  ];
  for (const [tool, args] of questions) {
    const before = recording.received.length;
    const answer = await session.client.call(tool, args);
    const question = `${tool} ${JSON.stringify(args)}`;
    expect(answer.isError, `${question}: ${answer.text}`).toBe(false);
    const sent = recording.received.slice(before).map(({ method, path }) => `${method} ${path.replace('/api/v1', '')}`);
    expect(sent.length, question).toBeLessThanOrEqual(5);
    expect(
      sent.filter((line) => WHOLE_LIST.test(line)),
      question,
    ).toEqual([]);
  }
});
