import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { field } from '../support/clients.ts';
import { type HttpSession, startHttp } from '../support/session.ts';
import { json, page, startUpstream, type Upstream } from '../support/upstream.ts';

/** Validation and conversion of arguments before the first request to the platform. */
let upstream: Upstream;
let session: HttpSession;

beforeAll(async () => {
  upstream = await startUpstream();
  session = await startHttp({
    RCPT_BASE_URL: upstream.url,
    RCPT_API_KEY: 'sk_live_x',
    RCPT_TIME_ZONE: 'America/New_York',
    RCPT_DEFAULT_COUNTRY: 'US',
  });
});
afterAll(async () => {
  await Promise.all([session?.close(), upstream?.close()]);
});

const booking = { service_id: 'svc_1', start_time: '2199-12-02T10:00', contact_name: 'Ana' };

describe('invalid arguments send no request and state the correct input', () => {
  it.each([
    ['get_booking', {}, /^booking_id is required: Booking id\.$/],
    ['get_booking', { id: 'bk_1' }, /Unknown argument "id"\. This tool takes: booking_id\./],
    ['get_booking', { booking_id: 'bk_1', verbose: true }, /Unknown argument "verbose"/],
    ['get_booking', { booking_id: '../contacts/ct_1' }, /is no identifier/],
    ['get_booking', { booking_id: '..' }, /is no identifier/],
    ['get_booking', { booking_id: 5 }, /booking_id: expected string/],
    ['get_booking', { __proto__: null, constructor: 1, booking_id: 'x' }, /Unknown argument "constructor"/],
    [
      'create_contact',
      // Parsed from JSON, so that it is an own property, unlike in an object literal.
      { name: 'Ana', additional_fields: JSON.parse('{"__proto__":"x"}') },
      /additional_fields: .*__proto__/,
    ],
    ['list_bookings', { per_page: 101 }, /per_page: .*100/],
    ['list_bookings', { page: 0 }, /page: /],
    ['list_bookings', { page: 1.5 }, /page: /],
    [
      'create_booking',
      { ...booking, start_time: 'next tuesday 3pm' },
      /is not a time\. .* or local time such as 2026-03-02T09:00\. Now: \w+day \d{4}-\d\d-\d\d \d\d:\d\d\. Nothing/,
    ],
    ['list_bookings', { from: 'tomorrow 13:00' }, /^from: .* such as 2026-03-02, today or tomorrow, .* Now: \w+day /],
    [
      'create_booking',
      { ...booking, start_time: '2020-01-01T10:00' },
      /is in the past: now it is \w+day .*America\/New_York\)\. Ask the user for a later time\. Nothing/,
    ],
    ['create_booking', { ...booking, time_zone: 'Mars/Phobos' }, /not an IANA time zone.*America\/New_York/],
    ['create_booking', { ...booking, start_time: '2190-03-14T02:30' }, /skips 2190-03-14T02:30/],
    [
      'create_booking',
      { ...booking, start_time: '2190-11-07T01:30' },
      /repeats .*01:30:00-04:00 or .*01:30:00-05:00, with clock_change earlier or later/,
    ],
    ['create_booking', { ...booking, start_time: '9999-12-31T23:59:59-14:00' }, /outside of the years 0000 to 9999/],
    ['create_booking', { ...booking, start_time: '9999-12-31T23:30' }, /outside of the years 0000 to 9999/],
    ['create_booking', { ...booking, start_time: '0000-01-01T00:00:00+14:00' }, /outside of the years 0000 to 9999/],
    ['update_booking', { booking_id: 'bk_1', start_time: '9999-12-31T23:59:59-14:00' }, /outside of the years/],
    ['find_open_times', { service_id: 'sv', to: '9999-12-31' }, /^(?!.*internal error)/i],
    ['list_bookings', { to: '9999-12-31' }, /outside of the years 0000 to 9999/],
    ['search_calls', { query: 'x', from: '9999-12-31T23:59:59-14:00' }, /outside of the years 0000 to 9999/],
    ['create_booking', { ...booking, clock_change: 'first' }, /clock_change: /],
    [
      'create_booking',
      { ...booking, start_time: '2198-12-04T10:00', weekday: 'Mon' },
      /2198-12-04 is a Tuesday \(America\/New_York\), not a Monday\. .* 2198-12-03 and 2198-12-10\..*Nothing was changed/,
    ],
    [
      'create_booking',
      { ...booking, start_time: '2020-03-04T10:00', weekday: 'Mon' },
      /2020-03-04 is a Wednesday .*, not a Monday\. The next Mondays are (?!2020)20\d\d-\d\d-\d\d and (?!2020)20/,
    ],
    ['create_booking', { ...booking, weekday: 'Montag' }, /weekday: "Montag" is none/],
    ['update_booking', { booking_id: 'bk_1', weekday: 'Monday' }, /at least one field/],
    ['update_booking', { booking_id: 'bk_1', notes: 'x', weekday: 'Monday' }, /weekday belongs to start_time/],
    ['create_booking', { ...booking, contact_email: 'ana' }, /contact_email: /],
    ['create_booking', { ...booking, contact_phone: '12' }, /is not a telephone number/],
    ['create_booking', { ...booking, contact_name: '   ' }, /contact_name: /],
    ['create_booking', { ...booking, notes: 'x'.repeat(5_001) }, /notes: /],
    ['update_booking', { booking_id: 'bk_1' }, /at least one field/],
    ['update_booking', { booking_id: 'bk_1', time_zone: 'UTC' }, /at least one field/],
    ['update_contact', { contact_id: 'ct_1' }, /at least one field/],
    ['create_contact', { name: 'Ana', additional_fields: { email: 'x' } }, /must not contain email/],
    ['create_contact', { name: 'Ana', additional_fields: { deep: { er: 1 } } }, /additional_fields/],
    ['manage_webhooks', { action: 'create' }, /action create takes url and events/],
    ['manage_webhooks', { action: 'create', url: 'ftp://x', events: ['a'] }, /url: /],
    [
      'manage_webhooks',
      { action: 'delete', webhook_id: 'wh_1', url: 'https://x.example.com' },
      /takes webhook_id and nothing else/,
    ],
    ['manage_webhooks', { action: 'update' }, /action: /],
    ['get_call_transcript', { call_id: 'c', max_turns: 0 }, /max_turns: /],
    ['get_account_context', { verbose: true }, /takes: no arguments/],
  ] as [string, Record<string, unknown>, RegExp][])('%s rejects %j', async (name, args, says) => {
    const before = upstream.received.length;
    const answer = await session.client.call(name, args);
    expect(answer.isError).toBe(true);
    expect(answer.text).toMatch(says);
    expect(field(answer.data, 'error')).toMatchObject({ kind: 'invalid_input', retryable: false, changed: 'no' });
    expect(upstream.received.length).toBe(before);
  });
});

it('accepts numbers and lists that a host sends as JSON strings', async () => {
  upstream.behave(page([]));
  expect((await session.client.call('list_bookings', { per_page: '7' })).isError).toBe(false);
  expect(upstream.received.at(-1)?.path).toBe('/api/v1/bookings?per_page=7');
  upstream.behave(json(200, { data: { id: 'wh_1' } }));
  await session.client.call('manage_webhooks', { action: 'create', url: 'https://x.example.com', events: '["a.b"]' });
  expect(JSON.parse(upstream.received.at(-1)?.body ?? '')).toEqual({ url: 'https://x.example.com', events: ['a.b'] });
});

it('clock_change selects one of two ambiguous times, and a correct weekday is accepted', async () => {
  upstream.behave(json(200, { data: { id: 'bk_1' } }));
  const sent = async (clock_change: string) => {
    const start = { start_time: '2190-11-07T01:30', clock_change, weekday: 'sunday' };
    await session.client.call('create_booking', { ...booking, ...start });
    return (JSON.parse(upstream.received.at(-1)?.body ?? '') as { start_time: string }).start_time;
  };
  expect(await sent('earlier')).toBe('2190-11-07T05:30:00Z');
  expect(await sent('later')).toBe('2190-11-07T06:30:00Z');
});

it('requests contain UTC times, international numbers, the API key and no undocumented field', async () => {
  upstream.behave(json(200, { data: { id: 'bk_1' } }));
  await session.client.call('create_booking', {
    ...booking,
    start_time: '2199-12-02T10:00',
    contact_phone: '(212) 555-0123',
  });
  expect(JSON.parse(upstream.received.at(-1)?.body ?? '')).toEqual({
    service_id: 'svc_1',
    start_time: '2199-12-02T15:00:00Z',
    contact: { name: 'Ana', phone: '+12125550123' },
  });
  expect(upstream.received.at(-1)?.headers.authorization).toBe('Bearer sk_live_x');
});
