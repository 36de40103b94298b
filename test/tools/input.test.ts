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
    ['summarize_activity', {}, /^kind is required: bookings or calls\.$/],
    ['manage_webhooks', {}, /^action is required: create, replace or delete\. Nothing was changed\.$/],
    ['get_booking', { record: 'bk_1' }, /Unknown argument "record"\. This tool takes: booking_id\./],
    ['get_booking', { id: 'bk_1', booking_id: 'bk_2' }, /Unknown argument "id"/],
    [
      'create_booking',
      { ...booking, contact: { name: 'Ana' } },
      /Unknown argument "contact"\. This tool takes: service/,
    ],
    ['create_booking', { ...booking, end_time: 'x' }, /"end_time"\. The service sets the length\. This tool/],
    ['update_booking', { booking_id: 'bk_1', status: 'cancelled' }, /"status"\. cancel_booking cancels, no_show notes/],
    ['update_booking', { id: 'bk_1', notes: 'x' }, /booking_id is required.* Unknown argument "id"/],
    ['list_contacts', { id: 'ct_1' }, /^Unknown argument "id"\. This tool takes: query, /],
    ['list_bookings', { per_page: '1.500' }, /^per_page: "1\.500" can be 1500 or 1\.5\. Write the one that is meant/],
    ['get_booking', { booking_id: 'bk_1', verbose: true }, /Unknown argument "verbose"/],
    ['get_booking', { booking_id: '../contacts/ct_1' }, /is no identifier/],
    [
      'get_booking',
      { booking_id: '..' },
      /is no identifier \(id\) of the platform\. Find the id with list_bookings\.$/,
    ],
    [
      'update_contact',
      { contact_id: 'Petra Sommer', name: 'Petra Winter' },
      /^"Petra Sommer" is no identifier .* Nothing was changed\. Find the id with lookup_caller or list_contacts\.$/,
    ],
    ['get_call', { call_id: 'yesterday evening' }, /Find the id with list_calls\./],
    ['get_call', { call_id: '[Ana] (evening)' }, /^"'Ana' \(evening\)" is no identifier/],
    ['get_booking', { booking_id: true }, /booking_id: must be a text/],
    ['get_booking', { booking_id: '' }, /booking_id: /],
    [
      'cancel_booking',
      { booking_id: ['bk_1', 'bk_2'] },
      /^booking_id takes one value, not a list: make a call for each\. Nothing was changed\.$/,
    ],
    [
      'find_open_times',
      { service_id: 'sv', staff_id: ['st_1', 'st_2'] },
      /^staff_id takes one value, not a list: make a call for each, or leave it out\.$/,
    ],
    [
      'summarize_activity',
      { kind: 'bookings', group_by: 'person' },
      /^group_by\[0\]: must be day, week, [a-z, ]* or caller\.$/,
    ],
    ['summarize_activity', { kind: 'bookings', group_by: {} }, /^group_by: must be a list\.$/],
    [
      'update_contact',
      { contact_id: 'ct_1', email: '' },
      /^email: must be an e-mail address such as name@example\.com\. Nothing/,
    ],
    [
      'create_contact',
      { name: 'Ana', additional_fields: { size: [] } },
      /\.size: must be a text, a number, true or false or null\./,
    ],
    [
      'create_contact',
      { name: 'Ana', additional_fields: { '': 1 } },
      /: has a name that must have at least 1 character\./,
    ],
    [
      'manage_webhooks',
      { action: 'create', url: 'example' },
      /^url: must be a URL such as https:\/\/example\.com\/hooks\./,
    ],
    ['update_booking', { booking_id: 'bk_1', start_time: '', notes: 'x' }, /^start_time: /],
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
    [
      'list_calls',
      { from: 'monday' },
      /^from: "monday" can be \d{4}-\d\d-\d\d(, \d{4}-\d\d-\d\d \(today\))? or \d{4}-\d\d-\d\d\. Write the date\. Now/,
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
    [
      'create_booking',
      { ...booking, start_time: '2198-12-04T24:00' },
      /is not a date and time that exists\. Midnight is 00:00 of the next day\. Now: \w+day [\d-]{10} \d\d:\d\d\. Nothing/,
    ],
    [
      'create_booking',
      { ...booking, start_time: '2198-12-04T10:00', weekday: 'Mon', time_zone: 'Asia/Tokyo' },
      /Now: \w+day [\d-]{10} \d\d:\d\d in Asia\/Tokyo\. Nothing/,
    ],
    ['create_booking', { ...booking, start_time: '9999-12-31T23:59:59-14:00' }, /outside of the years 0000 to 9999/],
    ['create_booking', { ...booking, start_time: '9999-12-31T23:30' }, /outside of the years 0000 to 9999/],
    ['create_booking', { ...booking, start_time: '0000-01-01T00:00:00+14:00' }, /outside of the years 0000 to 9999/],
    ['update_booking', { booking_id: 'bk_1', start_time: '9999-12-31T23:59:59-14:00' }, /outside of the years/],
    [
      'find_open_times',
      { service_id: 'sv', from: '2020-03-02', to: '2020-03-06' },
      /^to is in the past: free times lie ahead\. Now: \w+day \d{4}-\d\d-\d\d \d\d:\d\d\.$/,
    ],
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
    ['update_booking', { booking_id: 'bk_1', weekday: 'Monday' }, /weekday belongs to start_time/],
    ['update_booking', { booking_id: 'bk_1', notes: 'x', weekday: 'Monday' }, /weekday belongs to start_time/],
    ['create_booking', { ...booking, contact_email: 'ana' }, /contact_email: /],
    ['create_booking', { ...booking, contact_phone: '12' }, /has too few or too many digits/],
    ['create_booking', { ...booking, contact_phone: '+1 000 000 0000' }, /is not a telephone number/],
    ['create_booking', { ...booking, contact_name: '   ' }, /contact_name: /],
    ['create_booking', { ...booking, notes: 'x'.repeat(5_001) }, /notes: /],
    ['update_booking', { booking_id: 'bk_1' }, /at least one field/],
    ['update_booking', { booking_id: 'bk_1', time_zone: 'UTC' }, /at least one field/],
    ['update_contact', { contact_id: 'ct_1' }, /at least one field/],
    ['update_contact', { contact_id: 'ct_1', email: null, phone: null }, /at least one field/],
    [
      'update_contact',
      { contact_id: 'ct_1', email: 'a@example.com', remove: ['email'] },
      /email: either give a new one/,
    ],
    ['update_contact', { contact_id: 'ct_1', remove: ['name'] }, /remove/],
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
    ['list_bookings', { per_page: '1000', order: null }, /^per_page: must be at most 100\.$/],
    ['get_booking', { booking_id: null }, /booking_id: must be a text \(Booking id\)\./],
    ['get_call_transcript', { call_id: 'c', max_turns: 0 }, /^max_turns: must be at least 1\.$/],
    ['search_calls', { query: '' }, /^query: must have at least \d characters?\.$/],
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

it('accepts a list of one text for a text', async () => {
  upstream.behave(json(200, { data: { id: 'bk_1' } }));
  expect((await session.client.call('get_booking', { booking_id: ['bk_1'] })).isError).toBe(false);
  expect(upstream.received.at(-1)?.path).toBe('/api/v1/bookings/bk_1');
});

it('accepts numbers and lists that a host sends as JSON strings', async () => {
  upstream.behave(page([]));
  expect((await session.client.call('list_bookings', { per_page: '7' })).isError).toBe(false);
  expect(upstream.received.at(-1)?.path).toBe('/api/v1/bookings?per_page=7');
  upstream.behave(json(200, { data: { id: 'wh_1' } }));
  await session.client.call('manage_webhooks', { action: 'create', url: 'https://x.example.com', events: '["a.b"]' });
  expect(JSON.parse(upstream.received.at(-1)?.body ?? '')).toEqual({ url: 'https://x.example.com', events: ['a.b'] });
});

it('leaves out optional arguments that a host sends as null', async () => {
  upstream.behave(page([]));
  const nulls = { page: null, per_page: 7, order: null, status: null, detail: null, from: null };
  expect((await session.client.call('list_bookings', nulls)).isError).toBe(false);
  expect(upstream.received.at(-1)?.path).toBe('/api/v1/bookings?per_page=7');
});

it.each([
  ['list_bookings', { page: '', per_page: 7, order: '', status: '', query: '', from: '', contact_id: '', cursor: '' }],
  ['list_bookings', { per_page: 7, contact: null, service: '' }],
])('%s leaves out optional arguments that a model sends as empty texts: %j', async (name, args) => {
  upstream.behave(page([]));
  const answer = await session.client.call(name, args);
  expect(answer.isError, answer.text).toBe(false);
  expect(upstream.received.at(-1)?.path).toBe('/api/v1/bookings?per_page=7');
});

it('a tool that creates leaves out optional arguments that a model sends as empty texts', async () => {
  upstream.behave(json(200, { data: { id: 'bk_1' } }));
  const empty = { contact_id: '', contact_email: '', contact_phone: '', time_zone: '', weekday: '', clock_change: '' };
  const answer = await session.client.call('create_booking', { ...booking, ...empty, staff_id: '', override: '' });
  expect(answer.isError, answer.text).toBe(false);
  expect(JSON.parse(upstream.received.at(-1)?.body ?? '').contact).toEqual({ name: 'Ana' });
});

it.each([
  ['get_booking', { id: 'bk_7' }, '/api/v1/bookings/bk_7'],
  ['get_booking', { booking: 'bk_7' }, '/api/v1/bookings/bk_7'],
  ['get_booking', { booking: 7 }, '/api/v1/bookings/7'],
  ['get_contact', { contact: 'ct_7', contact_id: null }, '/api/v1/contacts/ct_7'],
  ['get_contact', { contact_id: ' ct_7\n' }, '/api/v1/contacts/ct_7'],
  ['list_bookings', { contact_id: ' ct_7 ' }, '/api/v1/contacts/ct_7'],
  ['get_call', { id: 'call_7' }, '/api/v1/calls/call_7'],
  ['get_call_transcript', { id: 'call_7' }, '/api/v1/calls/call_7'],
  ['search_calls', { id: 'call_7', query: 'refund' }, '/api/v1/calls/call_7'],
  ['manage_webhooks', { action: 'delete', id: 'wh_7' }, '/api/v1/webhooks/wh_7'],
])('%s finds the record of %j', async (name, args, path) => {
  upstream.behave(json(200, { data: { id: 'x' } }));
  await session.client.call(name, args);
  expect(upstream.received.at(-1)?.path).toBe(path);
});

it('reads limit as per_page where a tool has only that, and per_page as limit', async () => {
  upstream.behave(page([]));
  expect((await session.client.call('list_bookings', { limit: 7 })).isError).toBe(false);
  expect(upstream.received.at(-1)?.path).toBe('/api/v1/bookings?per_page=7');
  for (const [name, args] of [
    ['search_calls', { query: 'refund', per_page: 3 }],
    ['find_follow_ups', { per_page: 3 }],
    ['list_bookings', { limit: null }],
  ] as const) {
    const { isError, text } = await session.client.call(name, args);
    expect(isError, text).toBe(false);
  }
  for (const [args, says] of [
    [{ limit: 101 }, /^per_page: must be at most 100\.$/],
    [{ limit: 7, per_page: 8 }, /^Unknown argument "limit"/],
  ] as const)
    expect((await session.client.call('list_bookings', args)).text).toMatch(says);
});

it.each([
  ['search_calls', {}],
  ['list_bookings', {}],
  ['list_contacts', {}],
  ['summarize_activity', { kind: 'calls' }],
])('%s refuses an operator between alternatives, which would be searched as a word', async (name, args) => {
  const { client } = session;
  for (const query of ['cancel OR reschedule', 'cancel | reschedule', '"call back" OR refund']) {
    const { isError, text } = await client.call(name, { ...args, query });
    expect(isError).toBe(true);
    expect(text).toMatch(/^query: all words must occur, and there is no OR: make a call for each alternative\./);
  }
  upstream.behave(page([]));
  for (const query of ['cancel or reschedule', 'OR', '"now OR never"', 'FLOOR plan']) {
    const { isError, text } = await client.call(name, { ...args, query });
    expect(isError, text).toBe(false);
  }
});

it('accepts one value for a list of values', async () => {
  upstream.behave(json(200, { data: { id: 'wh_1' } }));
  const webhook = { action: 'create', url: 'https://y.example.com', events: 'a.b' };
  await session.client.call('manage_webhooks', webhook);
  expect(JSON.parse(upstream.received.at(-1)?.body ?? '')).toMatchObject({ events: ['a.b'] });
  upstream.behave(page([]));
  const grouped = await session.client.call('summarize_activity', { kind: 'bookings', group_by: 'staff' });
  expect(grouped.isError, grouped.text).toBe(false);
});

it('accepts a value of a fixed set in other letters and with spaces around it', async () => {
  upstream.behave(page([]));
  for (const args of [
    { kind: ' Bookings', group_by: ['Staff'], order: 'Value' },
    { kind: 'CALLS', group_by: 'Day ' },
  ]) {
    const { isError, text } = await session.client.call('summarize_activity', args);
    expect(isError && text).toBe(false);
  }
  await session.client.call('list_bookings', { per_page: 7, detail: 'Brief' });
  expect(upstream.received.at(-1)?.path).toBe('/api/v1/bookings?per_page=7');
});

it.each([
  ['list_bookings', { from: 'last week', to: 'last week' }, 7],
  ['list_calls', { from: '2026-11', to: '2026-11' }, 30],
  ['find_open_times', { service_id: 'svc_1', from: 'next week', to: 'next week' }, 7],
])('%s takes the days of %j, and states the window', async (name, args, days) => {
  upstream.behave(page([{ id: 'svc_1', name: 'Cut', duration_minutes: 30 }]));
  const { data, text } = await session.client.call(name, args);
  const [from, to] = [field(data, 'window', 'from'), field(data, 'window', 'to')].map((end) => Date.parse(String(end)));
  // A clock change may be among them.
  expect(Math.round(((to ?? 0) - (from ?? 0)) / 86_400_000), text).toBe(days);
});

it('the days of a list that cannot be read lead to an error with all forms, each of which is read', async () => {
  upstream.behave(page([]));
  const { text } = await session.client.call('list_calls', { from: 'last 7 days' });
  expect(text).toMatch(/^from: "last 7 days" is not a date or time\. Write a date such as /);
  const forms = [
    '2026-03-02',
    'today',
    'tomorrow',
    '2026-03',
    'this week',
    'last month',
    '7 days ago',
    '2026-03-02T09:00',
  ];
  for (const from of forms) {
    expect(text).toContain(from);
    expect((await session.client.call('list_calls', { from })).isError, from).toBe(false);
  }
});

it('a time that cannot be read is refused by the name of its own argument', async () => {
  const { text } = await session.client.call('list_contacts', { last_visit_before: 'long ago' });
  expect(text).toMatch(/^last_visit_before: "long ago" is not a date or time\. .* Now: /);
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
