import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/lib/json.ts';
import { field, type ToolAnswer } from '../../support/clients.ts';
import { useOffice } from '../../support/office.ts';
import { type HttpSession, startHttp } from '../../support/session.ts';
import { startUpstream, type Upstream } from '../../support/upstream.ts';
import { type Lists, serveLists } from './list-platform.ts';

type Rows = (JsonObject & { count: number })[];
const rows = (answer: ToolAnswer, kind = 'bookings') => field(answer.data, kind, 'groups') as Rows;

describe('summarize_activity with the demo business', () => {
  const office = useOffice({ env: { RCPT_TIME_ZONE: 'America/New_York', RCPT_DEFAULT_COUNTRY: 'US' } });
  const ask = (args: JsonObject) => office.call('summarize_activity', args);
  const window = { from: '2020-01-01', to: '2199-12-31' };

  /** Reads all records that a list tool finds. */
  async function listAll(tool: string, args: JsonObject): Promise<JsonObject[]> {
    const found: JsonObject[] = [];
    let cursor: unknown;
    do {
      const { data } = await office.call(tool, { ...args, per_page: 100, ...(cursor ? { cursor } : {}) });
      found.push(...(data.items as JsonObject[]));
      cursor = data.cursor;
    } while (cursor);
    return found;
  }

  it('answers how many bookings of a service there were and what they brought in, as reading them would', async () => {
    const { data: services } = await office.call('list_services', { query: 'cleaning' });
    const cleaning = (services.items as { id: string; name: string; price_cents: number }[]).find(
      ({ name }) => name === 'Cleaning',
    );
    const listed = await listAll('list_bookings', { ...window, service_id: cleaning?.id });
    const kept = listed.filter(({ status }) => status !== 'cancelled');
    expect(kept.length).toBeGreaterThan(10);
    for (const service_id of ['Cleaning', cleaning?.id]) {
      const answer = await ask({ kind: 'bookings', ...window, service_id });
      expect(answer.data).toMatchObject({
        bookings: {
          count: listed.length,
          cancelled: listed.length - kept.length,
          value_cents: kept.length * (cleaning?.price_cents ?? 0),
          currency: 'USD',
        },
        complete: true,
        time_zone: 'America/New_York',
      });
      expect(answer.text).toContain(`${listed.length} bookings, ${listed.length - kept.length} of them cancelled.`);
      expect(answer.text).toContain('present prices');
    }
  });

  it('answers which day was busiest with one group, and sums up the others', async () => {
    const listed = await listAll('list_bookings', window);
    const days = new Map<string, number>();
    for (const { start_local } of listed) {
      const day = String(start_local).slice(0, 10);
      days.set(day, (days.get(day) ?? 0) + 1);
    }
    const most = Math.max(...days.values());
    const answer = await ask({ kind: 'bookings', ...window, group_by: ['day'], order: 'count', limit: 1 });
    const [busiest] = rows(answer);
    expect(busiest?.count).toBe(most);
    expect(days.get(busiest?.day as string)).toBe(most);
    expect(field(answer.data, 'bookings', 'other')).toMatchObject({
      groups: days.size - 1,
      count: listed.length - most,
    });
  });

  it('answers who cancelled most, with names that it marks as the words of others', async () => {
    const answer = await ask({ kind: 'bookings', ...window, status: 'cancelled', group_by: ['customer'], limit: 3 });
    const listed = await listAll('list_bookings', { ...window, status: 'cancelled' });
    const cancelled = new Map<unknown, number>();
    for (const { contact_name: name } of listed) cancelled.set(name, (cancelled.get(name) ?? 0) + 1);
    const [most] = rows(answer);
    expect(most?.count).toBe(Math.max(...cancelled.values()));
    expect(cancelled.get(most?.customer)).toBe(most?.count);
    expect(most?.contact_id).toEqual(expect.any(String));
    expect(answer.meta['rcpt-mcp/untrusted']).toContain('bookings.groups[].customer');
    expect(answer.text).toMatch(/^Between <\w+> and <\/\w+> is what others said/);
    // Nothing was brought in by them, so that no value is shown.
    expect(answer.text).not.toContain('value_cents');
  });

  it('counts calls by outcome, with the lengths and the longest call', async () => {
    const listed = await listAll('list_calls', window);
    const seconds = listed.map(({ duration_seconds: duration }) => Number(duration));
    const answer = await ask({ kind: 'calls', ...window, group_by: ['outcome'] });
    const total = seconds.reduce((a, b) => a + b, 0);
    const longest = listed.find(({ duration_seconds: duration }) => duration === Math.max(...seconds));
    expect(field(answer.data, 'calls')).toMatchObject({
      count: listed.length,
      total_seconds: total,
      average_seconds: Math.round(total / listed.length),
      longest_seconds: Math.max(...seconds),
      longest_call_id: longest?.id,
      with_contact: listed.filter(({ contact_id: id }) => id).length,
      without_contact: listed.filter(({ contact_id: id }) => !id).length,
    });
    const booked = listed.filter(({ outcome }) => outcome === 'booked');
    expect(rows(answer, 'calls').find(({ outcome }) => outcome === 'booked')).toMatchObject({ count: booked.length });
    const counts = rows(answer, 'calls').map(({ count }) => count);
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
  });

  it('counts calls by language', async () => {
    const answer = await ask({ kind: 'calls', ...window, group_by: ['language'] });
    const spoken = rows(answer, 'calls');
    expect(spoken.map(({ language }) => String(language).slice(0, 2))).toEqual(expect.arrayContaining(['en', 'es']));
    expect(spoken.reduce((sum, { count }) => sum + count, 0)).toBe(field(answer.data, 'calls', 'count'));
    const spanish = await ask({ kind: 'calls', ...window, language: 'ES' });
    const expected = spoken.filter(({ language }) => /^es(-|$)/.test(String(language)));
    expect(field(spanish.data, 'calls', 'count')).toBe(expected.reduce((sum, { count }) => sum + count, 0));
    expect(spanish.data.complete).toBe(true);
    const none = await ask({ kind: 'calls', ...window, language: 'klingon' });
    expect(none.data).toMatchObject({ calls: { count: 0 } });
    expect(none.data.note).toMatch(/^Languages of these calls: .*\ben\b.*\bes\b/);
  });

  it('shows names of callers with their numbers, the callers with most seconds first', async () => {
    const answer = await ask({ kind: 'calls', ...window, group_by: ['caller'], order: 'seconds', limit: 20 });
    const seconds = rows(answer, 'calls').map(({ total_seconds: total }) => Number(total));
    expect(seconds).toEqual([...seconds].sort((a, b) => b - a));
    const known = rows(answer, 'calls').filter(({ contact_id: id }) => id);
    expect(known.length).toBeGreaterThan(3);
    for (const row of known) expect(row.caller).toEqual(expect.any(String));
    expect(answer.meta['rcpt-mcp/untrusted']).toEqual(
      expect.arrayContaining(['calls.groups[].caller', 'calls.groups[].phone']),
    );
  });

  it('takes the current month without from and to, and says so', async () => {
    const { data: now } = await office.call('get_account_context');
    const month = String(now.now_local).slice(0, 7);
    const answer = await ask({ kind: 'bookings' });
    const name = new Date(`${month}-15T12:00:00Z`).toLocaleDateString('en-US', { month: 'long', year: 'numeric' });
    expect(answer.data.note).toMatch(new RegExp(`^No dates were given, so this is ${name}\\.`));
    const days = rows(await ask({ kind: 'bookings', group_by: ['day'] })).map(({ day }) => String(day));
    expect(days.every((day) => day.startsWith(month))).toBe(true);
    expect(days).toEqual([...days].sort());
    const listed = await listAll('list_bookings', {
      from: `${month}-01`,
      to: answer.data.window ? lastDay(month) : '',
    });
    expect(field(answer.data, 'bookings', 'count')).toBe(listed.length);
  });

  it.each([
    ['bookings', 'this month', true],
    ['bookings', ' Last week ', true],
    ['bookings', '2026-01', true],
    ['calls', 'last month', true],
    ['calls', 'this month', false],
    ['bookings', 'yesterday', false],
    ['bookings', '2026-01-01', false],
    ['bookings', '2026-01-01T09:00', false],
  ])('says of %s from %j alone if days after this period count, too', async (kind, from, isSaid) => {
    const said = `Without to, days after "${from.trim()}" count, too: to leave them out, repeat it as to.`;
    const open = await ask({ kind, from });
    expect(open.isError, open.text).toBe(false);
    expect(String(open.data.note).includes(said), open.text).toBe(isSaid);
    const closed = await ask({ kind, from, to: isSaid ? from : '2199-12-31' });
    expect(String(closed.data.note)).not.toContain('Without to');
  });

  it.each([
    [{ service_id: 'Gardening' }, /"Gardening" is not a service.*"Cleaning"/],
    [{ staff_id: 'Dr. Who' }, /"Dr\. Who" is not a staff member.*"Dr\. /],
    [{ status: 'called off' }, /status: no record has "called off".*"cancelled"/],
    [{ contact_id: 'ct_none' }, /ct_none|not found|no such/i],
    [{ outcome: 'booked' }, /outcome: this filter is for calls, not for bookings/],
    [{ order: 'seconds' }, /order: bookings have no seconds\. Write count or value/],
    [{ group_by: ['caller'] }, /group_by: bookings have no caller.*customer/],
    [{ group_by: ['day', 'hour', 'service'] }, /group_by/],
    [{ from: '2026-02-02', to: '2026-02-01' }, /from .* must be before to/],
    [{ kind: 'calls', outcome: 'sold' }, /outcome: no record has "sold".*"booked"/],
    [{ kind: 'calls', staff_id: 'Dr. Ibarra' }, /staff_id: this filter is for bookings, not for calls/],
    [{ kind: 'calls', group_by: ['service'] }, /group_by: calls have no service.*outcome/],
    [{ kind: 'calls', order: 'value' }, /order: calls have no value\. Write count or seconds/],
  ])('refuses %j and names what there is', async (args, message) => {
    const answer = await ask({ kind: 'bookings', ...args });
    expect(answer.isError).toBe(true);
    expect(answer.text).toMatch(message);
  });

  it('masks the numbers of callers with --redact strict', async () => {
    const strict = await office.startServer({ RCPT_REDACT: 'strict' });
    const open = await ask({ kind: 'calls', ...window, group_by: ['caller'], limit: 10 });
    const masked = await strict.client.call('summarize_activity', {
      kind: 'calls',
      ...window,
      group_by: ['caller'],
      limit: 10,
    });
    const numbers = rows(open, 'calls').flatMap(({ phone }) => (phone ? [String(phone)] : []));
    expect(numbers.length).toBeGreaterThan(3);
    for (const number of numbers) expect(masked.text).not.toContain(number);
    expect(rows(masked, 'calls').map(({ count }) => count)).toEqual(rows(open, 'calls').map(({ count }) => count));
  });

  it('counts no records of a kind that the caller may not read, and shows no names or prices of hidden kinds', async () => {
    for (const [toolsets, kind, hidden] of [
      ['account,bookings', 'bookings', 'calls'],
      ['account,calls', 'calls', 'bookings'],
    ] as const) {
      const limited = await office.startServer({ RCPT_TOOLSETS: toolsets });
      const allowed = await limited.client.call('summarize_activity', { kind, ...window });
      expect(field(allowed.data, kind, 'count')).toBeGreaterThan(0);
      const refused = await limited.client.call('summarize_activity', { kind: hidden, ...window });
      expect(refused.isError).toBe(true);
      expect(refused.text).toContain(`this caller may not read ${hidden}`);
      if (kind === 'bookings') {
        expect(field(allowed.data, 'bookings')).not.toHaveProperty('value_cents');
        expect(allowed.data.note).toContain('No value: this caller may not read services');
      } else {
        const callers = await limited.client.call('summarize_activity', { kind, ...window, group_by: ['caller'] });
        expect(rows(callers, 'calls').every((row) => row.caller === undefined || row.caller === null)).toBe(true);
      }
    }
  });
});

/** Returns the last day of a month. */
const lastDay = (month: string) =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10);

describe('summarize_activity with other platforms', () => {
  let upstream: Upstream;
  let lists: Lists;
  /** One for all tests with the same options, services and contacts, whose names a server remembers. */
  const sessions = new Map<string, Promise<HttpSession>>();

  beforeAll(async () => {
    upstream = await startUpstream(serveLists(() => lists));
  });
  afterAll(async () => {
    for (const session of sessions.values()) await (await session).close();
    await upstream.close();
  });

  function sessionWith(env: Record<string, string>): Promise<HttpSession> {
    const { services, contacts } = lists;
    const options = JSON.stringify([env, services, contacts]);
    const session =
      sessions.get(options) ??
      startHttp({ RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_x', RCPT_TIME_ZONE: 'Europe/Berlin', ...env });
    sessions.set(options, session);
    return session;
  }

  async function ask(args: JsonObject, env: Record<string, string> = {}): Promise<ToolAnswer> {
    const session = await sessionWith(env);
    return session.client.call('summarize_activity', { from: '2025-10-01', to: '2025-10-31', ...args });
  }
  const booking = (index: number, more: JsonObject = {}) => ({
    id: `bk_${index}`,
    service_id: 'svc_1',
    start_time: new Date(Date.UTC(2025, 9, 1 + (index % 30), 9)).toISOString(),
    ...more,
  });

  it.each(['bookings', 'calls'])('requests no %s for a caller that may not read them', async (kind) => {
    lists = { bookings: [booking(1)] };
    const before = upstream.received.length;
    const answer = await ask(
      { kind, contact_id: 'ct_1', service_id: 'Cut' },
      { RCPT_TOOLSETS: 'account', RCPT_DEFAULT_COUNTRY: 'DE' },
    );
    expect(answer.isError).toBe(true);
    expect(answer.text).toContain(`this caller may not read ${kind}`);
    expect(upstream.received.slice(before).map(({ path }) => path)).toEqual([]);
  });

  it('puts a booking on the local day, at both sides of a clock change', async () => {
    // Clocks go back at 2025-10-26T01:00Z, from 03:00 to 02:00.
    const starts = ['2025-10-25T21:59:00Z', '2025-10-25T22:00:00Z', '2025-10-26T00:30:00Z', '2025-10-26T01:30:00Z'];
    lists = {
      bookings: [...starts, '2025-10-26T23:00:00Z'].map((start_time, index) => booking(index, { start_time })),
    };
    const days = await ask({ kind: 'bookings', group_by: ['day'] });
    expect(rows(days)).toEqual([
      { day: '2025-10-25', weekday: 'Saturday', count: 1 },
      { day: '2025-10-26', weekday: 'Sunday', count: 3 },
      { day: '2025-10-27', weekday: 'Monday', count: 1 },
    ]);
    const hours = await ask({ kind: 'bookings', group_by: ['hour'] });
    // The hour from 02:00 is there twice, and is one group.
    expect(rows(hours)).toEqual([
      { hour: 0, count: 2 },
      { hour: 2, count: 2 },
      { hour: 23, count: 1 },
    ]);
  });

  it('shows several currencies apart, the price that a booking carries, and how many prices are unknown', async () => {
    lists = {
      services: [
        { id: 'svc_1', name: 'Cut', price_cents: 3_000, currency: 'EUR' },
        { id: 'svc_2', name: 'Colour', price_cents: 5_000, currency: 'CHF' },
        { id: 'svc_3', name: 'Advice' },
      ],
      bookings: [
        booking(1),
        booking(2, { price_cents: 2_500, currency: 'EUR' }),
        booking(3, { service_id: 'svc_2' }),
        booking(4, { service_id: 'svc_2', status: 'cancelled' }),
        booking(5, { service_id: 'svc_3' }),
        booking(6, { service_id: 'svc_gone' }),
      ],
    };
    const answer = await ask({ kind: 'bookings', group_by: ['service'] });
    expect(field(answer.data, 'bookings')).toEqual({
      count: 6,
      cancelled: 1,
      values: [
        { currency: 'EUR', value_cents: 5_500 },
        { currency: 'CHF', value_cents: 5_000 },
      ],
      without_price: 2,
      groups: [
        { service: 'Cut', count: 2, values: [{ currency: 'EUR', value_cents: 5_500 }] },
        { service: 'Colour', count: 2, cancelled: 1, values: [{ currency: 'CHF', value_cents: 5_000 }] },
        { service: 'Advice', count: 1, values: [], without_price: 1 },
        { service_id: 'svc_gone', count: 1, values: [], without_price: 1 },
      ],
    });
  });

  it('shows no value where the platform states no prices, and says why', async () => {
    lists = { services: [{ id: 'svc_1', name: 'Cut' }], bookings: [booking(1)] };
    const answer = await ask({ kind: 'bookings', group_by: ['service'] });
    expect(field(answer.data, 'bookings')).toEqual({ count: 1, groups: [{ service: 'Cut', count: 1 }] });
    expect(answer.data.note).toBe('No value: the platform states no prices.');
  });

  it('keeps the ids of services with the same name', async () => {
    lists = {
      services: ['svc_1', 'svc_2', 'svc_3'].map((id) => ({ id, name: id === 'svc_3' ? 'Colour' : 'Cut' })),
      bookings: [booking(1), booking(2, { service_id: 'svc_2' }), booking(3, { service_id: 'svc_3' })],
    };
    expect(rows(await ask({ kind: 'bookings', group_by: ['service'] }))).toEqual([
      { service: 'Cut', service_id: 'svc_1', count: 1 },
      { service: 'Cut', service_id: 'svc_2', count: 1 },
      { service: 'Colour', count: 1 },
    ]);
  });

  it('counts the calls without a duration apart, and gives no length of calls without any', async () => {
    const call = (index: number, more: JsonObject) => ({
      id: `call_${index}`,
      started_at: '2025-10-02T09:00:00Z',
      ...more,
    });
    lists = {
      calls: [
        call(1, { direction: 'inbound', duration_seconds: 30 }),
        call(2, { direction: 'inbound', duration_seconds: 61 }),
        call(3, { direction: 'inbound' }),
        call(4, { direction: 'outbound' }),
        call(5, { direction: 'outbound', duration_seconds: 1e300 }),
      ],
    };
    const answer = await ask({ kind: 'calls', group_by: ['direction'] });
    expect(field(answer.data, 'calls')).toMatchObject({
      count: 5,
      total_seconds: 91,
      average_seconds: 46,
      without_duration: 3,
      longest_seconds: 61,
      longest_call_id: 'call_2',
      groups: [
        { direction: 'inbound', count: 3, total_seconds: 91, average_seconds: 46, without_duration: 1 },
        { direction: 'outbound', count: 2, without_duration: 2 },
      ],
    });
  });

  it('names the records it left out: those without a readable time, and those without a field of a filter', async () => {
    lists = { bookings: [booking(1, { status: 'confirmed' }), booking(2), booking(3, { start_time: 'soon' })] };
    const answer = await ask({ kind: 'bookings', status: 'confirmed' });
    expect(answer.data).toMatchObject({
      bookings: { count: 1 },
      complete: false,
      unread: [expect.stringContaining('2 bookings')],
    });
    expect(answer.text).toContain('Incomplete: at least 1 booking.');
  });

  it('counts a part of a list that is too long, as a minimum, with the dates that it read', async () => {
    lists = { bookings: Array.from({ length: 50_900 }, (_, index) => booking(index)) };
    const answer = await ask({ kind: 'bookings', group_by: ['weekday'] });
    expect(answer.data).toMatchObject({ bookings: { count: 50_000 }, complete: false });
    expect(answer.text).toContain('Incomplete: at least 50000 bookings.');
    expect(answer.data.unread).toEqual([
      'Only 50000 of 50900 bookings were read, of 2025-10-01 to 2025-10-30, not necessarily all of these days.',
    ]);
  });

  it('reads the languages of calls from their details as far as it can, and says how many it did not read', async () => {
    const calls = Array.from({ length: 1_100 }, (_, index) => ({
      id: `call_${index}`,
      started_at: '2025-10-02T09:00:00Z',
    }));
    lists = { calls, details: Object.fromEntries(calls.map((call) => [call.id, { ...call, language: 'de' }])) };
    const answer = await ask({ kind: 'calls', group_by: ['language'] });
    expect(rows(answer, 'calls')).toEqual([
      { language: 'de', count: 1_000, without_duration: 1_000 },
      { language: null, count: 100, without_duration: 100 },
    ]);
    expect(answer.data).toMatchObject({ complete: false, unread: ['The language of 100 calls was not read.'] });
  });

  it('counts calls of an undetermined language as calls whose language is not known', async () => {
    const call = (id: string, language: string) => ({ id, language, started_at: '2025-10-02T09:00:00Z' });
    const calls = [call('call_1', 'und'), call('call_2', 'es-MX'), call('call_3', 'und')];
    lists = { calls, details: Object.fromEntries(calls.map((one) => [one.id, one])) };
    const spanish = await ask({ kind: 'calls', language: 'es' });
    expect(spanish.data).toMatchObject({ calls: { count: 1 }, unread: ['2 calls without a known language.'] });
    const none = await ask({ kind: 'calls', language: 'fr' });
    expect(none.data.note).toBe('Languages of these calls: es-MX.');
    const undetermined = await ask({ kind: 'calls', language: 'und' });
    expect(undetermined.data).toMatchObject({ calls: { count: 2 } });
    expect(undetermined.data).not.toHaveProperty('unread');
  });

  it('sums up the groups that do not fit the token budget, so that none is missing from the sum', async () => {
    lists = {
      bookings: Array.from({ length: 300 }, (_, index) =>
        booking(index, {
          contact_id: `ct_${index % 150}`,
          contact: { name: `A customer with a long name, ${index % 150}` },
        }),
      ),
    };
    const answer = await ask({ kind: 'bookings', group_by: ['customer'], limit: 200 }, { RCPT_MAX_TOKENS: '1000' });
    const shown = rows(answer);
    expect(shown.length).toBeGreaterThan(5);
    expect(shown.length).toBeLessThan(100);
    expect(answer.data).not.toHaveProperty('omitted');
    const other = field(answer.data, 'bookings', 'other') as { groups: number; count: number };
    expect(other.groups).toBe(150 - shown.length);
    expect(shown.reduce((sum, { count }) => sum + count, other.count)).toBe(300);
  });

  it('recognises a customer without a contact id by number, address or name', async () => {
    lists = {
      bookings: [
        booking(1, { contact: { name: 'Ana', phone: '+12125550101', email: null } }),
        booking(2, { contact: { name: 'Ana Ruiz', phone: '(212) 555-0101' } }),
        booking(3, { contact: { email: 'Ben@example.com' } }),
        booking(4, { contact: { email: 'ben@example.com' } }),
        booking(5, { contact: { name: 'Cem' } }),
        booking(6),
      ],
    };
    const answer = await ask({ kind: 'bookings', group_by: ['customer'] }, { RCPT_DEFAULT_COUNTRY: 'US' });
    expect(rows(answer)).toEqual([
      { email: 'ben@example.com', count: 2 },
      { customer: 'Ana Ruiz', count: 2 },
      { customer: 'Cem', count: 1 },
      { customer: null, count: 1 },
    ]);
  });

  it('shows the names of contacts that a list of calls has only to callers who may read contacts', async () => {
    const started_at = '2025-10-02T09:00:00Z';
    lists = {
      calls: [
        {
          id: 'call_1',
          started_at,
          contact_id: 'ct_1',
          contact_name: 'Ana Ruiz',
          phone: '+12125550101',
          language: 'es',
        },
        { id: 'call_2', started_at, contact_id: null, phone: '+12125550102', language: 'en' },
      ],
    };
    const row = { count: 1, without_duration: 1 };
    const open = await ask({ kind: 'calls', group_by: ['caller', 'language'] });
    expect(rows(open, 'calls')).toEqual([
      { caller: 'Ana Ruiz', phone: '+12125550101', contact_id: 'ct_1', language: 'es', ...row },
      { phone: '+12125550102', language: 'en', ...row },
    ]);
    const limited = await ask({ kind: 'calls', group_by: ['caller'] }, { RCPT_TOOLSETS: 'account,calls' });
    expect(rows(limited, 'calls')).toEqual([
      { phone: '+12125550101', contact_id: 'ct_1', ...row },
      { phone: '+12125550102', ...row },
    ]);
  });

  it('counts the bookings that take place with the status active', async () => {
    const statuses = ['confirmed', 'Canceled', 'declined', 'cancellation_requested', undefined];
    lists = { bookings: statuses.map((status, index) => booking(index, status ? { status } : {})) };
    expect((await ask({ kind: 'bookings' })).data).toMatchObject({ bookings: { count: 5, cancelled: 2 } });
    expect((await ask({ kind: 'bookings', status: 'active' })).data).toMatchObject({ bookings: { count: 3 } });
  });

  it('finds the records of a contact also where they lack the contact id', async () => {
    lists = {
      contacts: [{ id: 'ct_1', name: 'Ana Ruiz', phone: '+12125550101', email: null }],
      bookings: [
        booking(1, { contact_id: 'ct_1' }),
        booking(2, { contact: { name: 'A. Ruiz', phone: '+1 212 555 0101' } }),
        booking(3, { contact_id: 'ct_2', contact: { name: 'Ana Ruiz', phone: '+12125550101' } }),
        booking(4, { contact: { name: 'Ben' } }),
      ],
    };
    const answer = await ask({ kind: 'bookings', contact_id: 'ct_1' });
    expect(answer.data).toMatchObject({ bookings: { count: 2 }, complete: true });
  });
});
