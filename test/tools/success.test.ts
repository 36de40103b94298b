import { readFileSync, statSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINT_NAMES, ENDPOINTS, type EndpointName } from '../../src/contract/index.ts';
import { field } from '../support/clients.ts';
import { type StartedPlatform, startPlatform } from '../support/platform.ts';
import { type RecordingProxy, startRecordingProxy } from '../support/proxy.ts';
import { type HttpSession, startHttp } from '../support/session.ts';

/** Every tool, over real HTTP, against the embedded platform with the demo business. */
let platform: StartedPlatform;
let proxy: RecordingProxy;
let session: HttpSession;

beforeAll(async () => {
  platform = await startPlatform({ demo: true });
  proxy = await startRecordingProxy(platform.url);
  const cookie = await proxy.login(platform, 'owner');
  session = await startHttp({
    RCPT_BASE_URL: proxy.url,
    RCPT_API_KEY: await platform.key(),
    RCPT_TIME_ZONE: 'America/New_York',
    RCPT_DEFAULT_COUNTRY: 'US',
    RCPT_TOOLSETS: 'account,bookings,contacts,calls,services,webhooks,setup,keys',
    RCPT_SESSION_COOKIE: cookie,
    RCPT_TEAM_ID: platform.platform.team.id,
  });
});
afterAll(async () => {
  await session?.close();
  await proxy?.close();
  await platform?.close();
});

const call = async (name: string, args: Record<string, unknown> = {}) => {
  const answer = await session.client.call(name, args);
  expect(answer.isError, answer.text).toBe(false);
  return answer;
};

/** Returns a working day at least `days` days ahead. */
function ahead(days: number): string {
  const date = new Date(Date.now() + days * 86_400_000);
  while (date.getUTCDay() === 0 || date.getUTCDay() === 6) date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
}

async function cleaning(): Promise<string> {
  const { data } = await call('list_services');
  const services = data.items as { id: string; name: string }[];
  return services.find((service) => service.name === 'Cleaning')?.id ?? '';
}

describe('booking tools', () => {
  it('book in local time, move, cancel and read a booking', async () => {
    const day = ahead(45);
    const booked = await call('create_booking', {
      service_id: await cleaning(),
      start_time: `${day}T10:00`,
      contact_name: 'Robin Tester',
      contact_phone: '(212) 555-0199',
      notes: 'First visit',
    });
    const local = field(booked.data, 'booking', 'start_local') as string;
    expect(local).toMatch(new RegExp(`^${day}T10:00:00-0[45]:00$`));
    expect(field(booked.data, 'booking')).toMatchObject({
      start_time: new Date(local).toISOString().replace('.000Z', 'Z'),
      contact_name: 'Robin Tester',
      contact_phone: '+12125550199',
      notes: 'First visit',
      status: 'confirmed',
    });
    expect(booked.text).toContain(`${day} 10:00 (America/New_York)`);
    const id = field(booked.data, 'booking', 'id') as string;

    const moved = await call('update_booking', {
      booking_id: id,
      start_time: `${day}T11:30`,
      time_zone: 'America/Chicago',
    });
    expect(field(moved.data, 'booking', 'start_local')).toContain('T12:30:00');
    expect(field(moved.data, 'booking')).toMatchObject({ contact_name: 'Robin Tester', notes: 'First visit' });
    const put = proxy.received.findLast((request) => request.method === 'PUT');
    expect(JSON.parse(put?.body ?? '{}')).toEqual({ start_time: expect.stringMatching(/Z$/) });
    expect(put?.headers['if-match']).toMatch(/^"[\w-]+"$/);

    await call('update_booking', { booking_id: id, notes: '' });
    const cancelled = await call('cancel_booking', { booking_id: id });
    expect(field(cancelled.data, 'booking', 'status')).toBe('cancelled');
    expect(proxy.received.findLast((request) => request.path.endsWith('/cancel'))?.body).toBe('{}');
    const read = await call('get_booking', { booking_id: id });
    expect(field(read.data, 'booking')).toMatchObject({ id, status: 'cancelled' });
    expect(field(read.data, 'booking')).not.toHaveProperty('notes');
  });

  it('list_bookings returns pages and the total', async () => {
    const { data, text } = await call('list_bookings', { per_page: 5, page: 2 });
    expect(data).toMatchObject({ page: 2, per_page: 5, has_more: true, time_zone: 'America/New_York' });
    expect(data.items).toHaveLength(5);
    expect(text).toContain(`Page 2: 5 of ${data.total} bookings. More on page 3.`);
    const last = await call('list_bookings', { page: 10_000 });
    expect(last.data).toMatchObject({ items: [], has_more: false });
  });

  it('create_booking rejects a slot without available staff', async () => {
    const args = {
      service_id: await cleaning(),
      start_time: `${ahead(47)}T14:00`,
      contact_name: 'A',
      contact_phone: '+12125550198',
    };
    const first = await call('create_booking', args);
    const second = await call('create_booking', { ...args, contact_name: 'B', contact_phone: '+12125550197' });
    const third = await session.client.call('create_booking', {
      ...args,
      contact_name: 'C',
      contact_phone: '+12125550196',
    });
    expect(third.isError).toBe(true);
    expect(third.text).toMatch(/400.*Nothing was changed/);
    for (const made of [first, second]) await call('cancel_booking', { booking_id: field(made.data, 'booking', 'id') });
    await call('cancel_booking', { booking_id: field((await call('create_booking', args)).data, 'booking', 'id') });
  });
});

it('contact tools list, create, read and update contacts with additional fields', async () => {
  const listed = await call('list_contacts', { per_page: 2 });
  expect(listed.data.items).toHaveLength(2);
  const created = await call('create_contact', {
    name: 'Robin Åström',
    email: 'robin@example.com',
    phone: '212 555 0195',
    additional_fields: { company: 'Example', vip: true },
  });
  expect(created.data).toMatchObject({
    contact: { name: 'Robin Åström', email: 'robin@example.com', phone: '+12125550195' },
    other_fields: { company: 'Example', vip: true },
  });
  const id = field(created.data, 'contact', 'id');
  await call('update_contact', { contact_id: id, email: 'astrom@example.com' });
  const read = await call('get_contact', { contact_id: id });
  expect(read.data).toMatchObject({
    contact: { name: 'Robin Åström', email: 'astrom@example.com', phone: '+12125550195' },
    other_fields: { company: 'Example' },
  });
  expect(JSON.parse(proxy.received.findLast((request) => request.method === 'PUT')?.body ?? '')).toEqual({
    email: 'astrom@example.com',
  });
  const removed = await call('update_contact', { contact_id: id, phone: null, remove: ['email'] });
  expect(removed.data.contact).toMatchObject({ name: 'Robin Åström', phone: '+12125550195' });
  expect((await call('get_contact', { contact_id: id })).data.contact).not.toHaveProperty('email');
});

it('call tools list and read calls, and read a whole transcript in slices', async () => {
  const { data } = await call('list_calls', { per_page: 50 });
  const items = data.items as { id: string; duration_seconds: number; started_local: string }[];
  expect(items.length).toBe(50);
  expect(JSON.stringify(items)).not.toContain('transcript');
  const longest = items.reduce((a, b) => (a.duration_seconds > b.duration_seconds ? a : b));
  const detail = await call('get_call', { call_id: longest.id });
  expect(detail.data).toMatchObject({
    call: { id: longest.id, outcome: expect.any(String), summary: expect.any(String) },
  });
  expect(detail.data).not.toHaveProperty('other_fields');
  const total = field(detail.data, 'call', 'turns') as number;

  const turns: { turn: number; text: string; speaker: string }[] = [];
  let from: number | undefined = 1;
  while (from !== undefined) {
    const slice: Awaited<ReturnType<typeof call>> = await call('get_call_transcript', {
      call_id: longest.id,
      from_turn: from,
      max_turns: 7,
    });
    turns.push(...(slice.data.turns as typeof turns));
    from = slice.data.next_turn as number | undefined;
  }
  expect(turns.map((turn) => turn.turn)).toEqual(Array.from({ length: total }, (_, index) => index + 1));
  expect(new Set(turns.map((turn) => turn.speaker))).toEqual(new Set(['caller', 'receptionist']));
});

it('search_calls returns the calls in which words were said or summarized, with the turns', async () => {
  const { data } = await call('search_calls', { query: 'cleaning', limit: 5 });
  const items = data.items as { summary: string; turns: { text: string }[] }[];
  expect(items).toHaveLength(5);
  expect(items.some(({ turns }) => turns.length > 0)).toBe(true);
  for (const { summary, turns } of items) {
    for (const { text } of turns) expect(text).toMatch(/cleaning/i);
    if (turns.length === 0) expect(summary).toMatch(/cleaning/i);
  }
});

it('find_follow_ups returns promises with their sentences, and the bookings or calls that kept them', async () => {
  const { data } = await call('find_follow_ups', { status: 'all', kind: 'callback' });
  expect(data).toMatchObject({ complete: true, time_zone: 'America/New_York' });
  const items = data.items as {
    call_id: string;
    status: string;
    sentence: string;
    contacted_by?: object;
    done_by?: object;
  }[];
  expect(new Set(items.map(({ status }) => status))).toEqual(new Set(['open', 'done', 'contacted']));
  for (const { status, sentence, contacted_by, done_by } of items) {
    expect(sentence).toMatch(/call/);
    expect((done_by ?? contacted_by) === undefined).toBe(status === 'open');
  }
});

it('list_services and list_webhook_events return the catalogues', async () => {
  const services = await call('list_services');
  expect((services.data.items as unknown[]).length).toBeGreaterThanOrEqual(8);
  expect(services.data.items).toContainEqual(
    expect.objectContaining({ duration_minutes: expect.any(Number), price_cents: expect.any(Number), currency: 'USD' }),
  );
  const events = await call('list_webhook_events');
  expect(events.data.items).toContainEqual(expect.objectContaining({ name: 'call.completed' }));
});

it('webhook tools create, list, read and delete a webhook', async () => {
  const created = await call('manage_webhooks', {
    action: 'create',
    url: 'https://hooks.example.com/in',
    events: ['booking.created'],
  });
  const id = field(created.data, 'webhook', 'id');
  expect(field((await call('get_webhook', { webhook_id: id })).data, 'webhook')).toMatchObject({
    id,
    events: ['booking.created'],
  });
  expect((await call('list_webhooks')).data.items).toContainEqual(expect.objectContaining({ id }));
  expect((await call('manage_webhooks', { action: 'delete', webhook_id: id })).data).toEqual({
    action: 'delete',
    deleted: id,
  });
  expect((await session.client.call('get_webhook', { webhook_id: id })).text).toMatch(/404/);
});

it('create_api_key writes a working key to a file that only the user can read', async () => {
  const answer = await call('create_api_key', { name: 'reader', scopes: ['read:services'], expires_in_days: 7 });
  const file = answer.data.file as string;
  const key = readFileSync(file, 'utf8').trim();
  expect(key).toMatch(/^sk_live_.{20,}/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.stringify(answer)).not.toContain(key);
  expect(key.startsWith(field(answer.data, 'api_key', 'prefix') as string)).toBe(true);
  const services = await fetch(`${platform.url}/api/v1/services`, { headers: { 'x-api-key': key } });
  const bookings = await fetch(`${platform.url}/api/v1/bookings`, { headers: { 'x-api-key': key } });
  expect([services.status, bookings.status]).toEqual([200, 403]);
});

it('manage_calendar_feed writes the address of a feed to a file, renews and revokes it', async () => {
  const created = await call('manage_calendar_feed', { action: 'create', staff_id: 'Whitfield', masked: true });
  const pathIn = (answer: typeof created) => {
    const file = answer.data.file as string;
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const path = readFileSync(file, 'utf8').trim();
    expect(path).toMatch(/^\/api\/calendars\/rcpt_cal_\w+\.ics$/);
    expect(JSON.stringify(answer)).not.toContain('rcpt_cal_');
    expect(answer.data.note).toContain('--public-url');
    return path;
  };
  const status = async (path: string) => (await fetch(platform.url + path)).status;
  const first = pathIn(created);
  expect(await (await fetch(platform.url + first)).text()).toContain('BEGIN:VEVENT');
  const feed = { staff_name: 'Dr. Naomi Whitfield', masked: true, active: true };
  expect(created.data.feed).toMatchObject(feed);
  const id = field(created.data, 'feed', 'id') as string;
  const listed = await call('list_calendar_feeds');
  expect(listed.data.items).toEqual([expect.objectContaining({ id, ...feed })]);
  expect((await call('list_calendar_feeds', { query: 'nothing like it' })).data.items).toEqual([]);
  const second = pathIn(await call('manage_calendar_feed', { action: 'renew', feed_id: id }));
  expect([await status(first), await status(second)]).toEqual([404, 200]);
  const revoked = await call('manage_calendar_feed', { action: 'revoke', feed_id: id });
  expect(revoked.data).toMatchObject({ action: 'revoke', deleted: id });
  expect(await status(second)).toBe(404);
});

it('get_account_context returns the time, the zone and the disabled tools', async () => {
  const { data, text } = await call('get_account_context');
  expect(Math.abs(Date.parse(data.now_utc as string) - Date.now())).toBeLessThan(60_000);
  expect(data).toMatchObject({ time_zone: 'America/New_York', mode: 'remote', read_only: false, hidden_tools: [] });
  expect(data).toMatchObject({
    opening_hours: 'Mon-Fri 08:00-17:00; 1st,3rd Sat 09:00-12:00',
    opening_hours_source: 'the platform',
    scopes_missing: [],
  });
  expect(data.tools).toEqual((await session.client.tools()).map((tool) => tool.name));
  expect(text).toContain(`It is ${data.weekday}`);
});

it('summarize_activity counts bookings with their value, and calls with their length', async () => {
  // The present month, which is the default, has nothing in it on its first morning.
  const window = { from: ahead(-28), to: ahead(1) };
  const cleanings = { kind: 'bookings', service_id: 'Cleaning', group_by: ['month'], ...window };
  const { data } = await call('summarize_activity', cleanings);
  expect(data).toMatchObject({ bookings: { count: expect.any(Number), currency: 'USD' }, complete: true });
  const calls = await call('summarize_activity', { kind: 'calls', group_by: ['direction'], ...window });
  expect(calls.data).toMatchObject({
    calls: { total_seconds: expect.any(Number), groups: [{ direction: 'inbound' }, { direction: 'outbound' }] },
  });
});

it('list_staff and get_business show who works here, and close_days closes a day', async () => {
  const { data } = await call('list_staff', { query: 'Ibarra' });
  expect(data.items).toMatchObject([{ id: 'stf_ibarra', name: 'Dr. Rafael Ibarra', active: true }]);
  const from = ahead(400);
  expect((await call('close_days', { from, reason: 'Anniversary' })).data).toMatchObject({ applied: true });
  expect((await call('get_business')).data).toMatchObject({
    business: { name: 'Brindlebrook Dental', closures: [{ from, to: from, reason: 'Anniversary' }] },
    staff: expect.arrayContaining([expect.objectContaining({ id: 'stf_ibarra' })]),
  });
});

it('the tools reached every endpoint of the contract', () => {
  const reached = (name: EndpointName) => {
    const { method, path } = ENDPOINTS[name];
    const pattern = new RegExp(`^/api${path.replace(/\{\w+\}/g, '(?!events$)[^/?]+')}(\\?|$)`);
    return proxy.received.some((request) => request.method === method && pattern.test(request.path));
  };
  // The list of staff has the whole record of each person.
  expect(ENDPOINT_NAMES.filter((name) => !reached(name)).sort()).toEqual(['getStaff']);
});

describe('if_unchanged_since', () => {
  it('accepts a change of the latest state, and rejects a change of an outdated one', async () => {
    const made = await call('create_booking', {
      service_id: await cleaning(),
      start_time: `${ahead(60)}T10:00`,
      contact_name: 'Since',
      contact_phone: '+12125550190',
    });
    const booking_id = field(made.data, 'booking', 'id');
    const since = field(made.data, 'booking', 'updated_at');
    const first = await call('update_booking', { booking_id, notes: 'one', if_unchanged_since: since });
    const stale = await session.client.call('update_booking', { booking_id, notes: 'two', if_unchanged_since: since });
    expect(stale.isError).toBe(true);
    expect(stale.text).toContain(`its updated_at is now ${field(first.data, 'booking', 'updated_at')}`);
    expect(field(stale.data, 'error')).toMatchObject({ kind: 'invalid_input', changed: 'no' });
    expect(field((await call('get_booking', { booking_id })).data, 'booking', 'notes')).toBe('one');

    const contact = await call('create_contact', { name: 'Since', email: 'since@example.com' });
    const contact_id = field(contact.data, 'contact', 'id');
    const contactSince = field(contact.data, 'contact', 'updated_at');
    await call('update_contact', { contact_id, name: 'Since One', if_unchanged_since: contactSince });
    const late = await session.client.call('update_contact', {
      contact_id,
      name: 'Since Two',
      if_unchanged_since: contactSince,
    });
    expect(late.text).toMatch(/changed meanwhile/);
    const wrong = await session.client.call('update_contact', {
      contact_id,
      name: 'x',
      if_unchanged_since: 'yesterday',
    });
    expect(wrong.text).toMatch(/exactly as it was read/);
  });
});
