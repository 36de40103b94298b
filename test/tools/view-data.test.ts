import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compose } from '../../src/app/compose.ts';
import { parseInvocation } from '../../src/cli/parser/parse.ts';
import { readSettings } from '../../src/config/settings.ts';
import { silentLogger } from '../../src/lib/logging/logger.ts';
import { ALL_TOOLS, callTool, type ToolServices } from '../../src/tools/index.ts';
import { MAX_VIEW_BYTES } from '../../src/tools/views/protect.ts';
import type { AgendaData, ViewData } from '../../src/tools/views/view-data.ts';
import { type ListedPlatform, startListedPlatform } from '../support/listed-platform.ts';
import { json } from '../support/upstream.ts';
import { withoutChance } from '../transport/twins.ts';

/** What a view gets with an answer (`_meta['rcpt-mcp/view']`). */
type Data = Record<string, unknown>;

interface Caller {
  services: ToolServices;
  /** Calls a tool as a client that draws views, or as another one. */
  call(name: string, args?: Data, views?: boolean): Promise<{ text: string; data: Data; meta: Data; view: ViewData }>;
  /** The same caller with these tools only. */
  only(...tools: string[]): Caller;
  close(): Promise<void>;
}

async function caller(args: readonly string[], env: Record<string, string> = {}): Promise<Caller> {
  const { options } = parseInvocation(['http', ...args], env);
  const { services, close } = await compose(readSettings(options), silentLogger);
  const withServices = (given: ToolServices): Caller => ({
    services: given,
    async call(name, input = {}, views = true) {
      const tool = ALL_TOOLS.find((one) => one.name === name);
      if (!tool) throw new Error(`there is no tool ${name}`);
      const result = await callTool(tool, input, given, { signal: new AbortController().signal, views });
      if ('question' in result) throw new Error('a question');
      const { content, structuredContent: data = {}, _meta: meta = {} } = result;
      return { text: content[0]?.text ?? '', data, meta, view: meta['rcpt-mcp/view'] as ViewData };
    },
    only: (...tools) => withServices({ ...given, offered: tools, hidden: [] }),
    close,
  });
  return withServices(services);
}

const items = (data: Data) => data.items as Data[];
const agendaOf = (view: ViewData) => view.agenda as AgendaData;

describe('a view of the demo business', () => {
  let demo: Caller;
  beforeAll(async () => {
    demo = await caller(['--database', ':memory:']);
  });
  afterAll(() => demo?.close());

  it.each([
    ['get_account_context', async () => ({})],
    ['list_bookings', async () => ({ from: 'today' })],
    ['find_open_times', async () => ({ service_id: 'svc_cleaning', from: 'tomorrow' })],
    ['summarize_activity', async () => ({ kind: 'calls' })],
    ['search_calls', async () => ({ query: 'appointment' })],
    ['find_follow_ups', async () => ({})],
    ['get_call', async () => ({ call_id: await someCall() })],
    ['get_call_transcript', async () => ({ call_id: await someCall() })],
  ])('changes neither the text nor the structured content of %s', async (name, argumentsOf) => {
    const args = await argumentsOf();
    const drawn = await demo.call(name, args);
    const plain = await demo.call(name, args, false);
    const { 'rcpt-mcp/view': view, ...labels } = drawn.meta;
    expect(view).toMatchObject({ tool: name, time_zone: 'America/New_York' });
    expect(plain.meta).toEqual(labels);
    expect(withoutChance(drawn.text)).toBe(withoutChance(plain.text));
    const sameTime = (data: Data) => withoutChance(JSON.stringify(data));
    expect(sameTime(drawn.data)).toBe(sameTime(plain.data));
  });

  const someCall = async () => items((await demo.call('list_calls', { outcome: 'booked', per_page: 1 })).data)[0]?.id;

  it('has no data for a tool without a view', async () => {
    expect((await demo.call('list_services')).meta).not.toHaveProperty('rcpt-mcp/view');
  });

  it('has the whole records of the bookings that an answer shows, and its days', async () => {
    const filter = { from: '2020-01-01', order: 'asc', per_page: 7 };
    const { data, view } = await demo.call('list_bookings', filter);
    const full = items((await demo.call('list_bookings', { ...filter, detail: 'full' }, false)).data);
    const { bookings = [], days, from, to } = agendaOf(view);
    expect(bookings).toEqual(full);
    expect(bookings.map(({ id }) => id)).toEqual(items(data).map(({ id }) => id));
    for (const { start_time, end_time } of bookings) expect([start_time, end_time].join()).toMatch(/^\S+Z,\S+Z$/);
    expect([from, days.length]).toEqual(['2020-01-01', 31]);
    expect(to).toBe('2020-01-31');
  });

  it('has the telephone numbers of its answer and of its bookings in groups, each once', async () => {
    const grouped = (numbers: readonly unknown[]) =>
      [...new Set(numbers)]
        .map((number) => String(number).replace(/^(\+1)(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3 $4'))
        .sort();
    const { view } = await demo.call('list_bookings', { from: '2020-01-01', order: 'asc', per_page: 7 });
    const { bookings = [] } = agendaOf(view);
    expect(view.numbers?.toSorted()).toEqual(grouped(bookings.flatMap(({ contact_phone: phone }) => phone ?? [])));
    const found = await demo.call('find_follow_ups', {});
    expect(found.view.numbers?.toSorted()).toEqual(grouped(items(found.data).flatMap(({ phone }) => phone ?? [])));
    expect(found.view.numbers?.length).toBeGreaterThan(0);
  });

  it('has fewer bookings where the answer was cut to its token budget', async () => {
    const settings = { ...demo.services.settings, maxTokens: 600 };
    const small = { ...demo.services, settings };
    const tool = ALL_TOOLS.find(({ name }) => name === 'list_bookings');
    if (!tool) throw new Error('no tool');
    const scope = { signal: new AbortController().signal, views: true };
    const result = await callTool(tool, { from: 'today', per_page: 50 }, small, scope);
    if ('question' in result) throw new Error('a question');
    const shown = items(result.structuredContent ?? {});
    expect(shown.length).toBeLessThan(20);
    const view = result._meta?.['rcpt-mcp/view'] as ViewData;
    expect(agendaOf(view).bookings?.map(({ id }) => id)).toEqual(shown.map(({ id }) => id));
  });

  it('names the tools that its buttons may call', async () => {
    const { view } = await demo.only('list_bookings', 'get_booking', 'list_calls').call('list_bookings');
    expect(view.tools).toEqual(['get_booking', 'list_bookings']);
    expect((await demo.call('list_bookings')).view.tools).toContain('cancel_booking');
    const reader = await caller(['--database', ':memory:', '--read-only']);
    const { tools } = (await reader.call('list_bookings')).view;
    expect(tools).toContain('get_booking');
    expect(tools.join()).not.toMatch(/cancel|update|create/);
    await reader.close();
  });

  it('has the question of a call that asks first, without the advice that is for models', async () => {
    const tool = ALL_TOOLS.find(({ name }) => name === 'cancel_booking');
    if (!tool) throw new Error('no tool');
    const [booking] = items((await demo.call('list_bookings', { from: 'tomorrow', status: 'active' })).data);
    const asked = async (views: boolean) => {
      const scope = { signal: new AbortController().signal, views };
      const result = await callTool(tool, { booking_id: booking?.id }, demo.services, scope);
      return result as Exclude<typeof result, { question: string }>;
    };
    const [drawn, plain] = [await asked(true), await asked(false)];
    const { question } = (drawn._meta?.['rcpt-mcp/view'] ?? {}) as { question?: string };
    expect(question).toMatch(/^Cancel .*\?$/s);
    expect(question).not.toContain('confirm_token');
    expect(JSON.stringify(drawn.structuredContent)).toContain('confirm_token');
    expect(plain._meta ?? {}).not.toHaveProperty('rcpt-mcp/view');
  });

  it('has the agenda of today with the current time and setup', async () => {
    const { data, view } = await demo.call('get_account_context');
    const today = items((await demo.call('list_bookings', { from: 'today', to: 'today', detail: 'full' }, false)).data);
    const { from, to, days, staff, services, bookings } = agendaOf(view);
    expect([from, to]).toEqual([String(data.now_local).slice(0, 10), from]);
    expect(bookings).toEqual(today);
    expect(view.business_name).toBe(data.business_name);
    expect([days.length, staff.length > 1, services.length > 1]).toEqual([1, true, true]);
    expect(services.every(({ duration_minutes: minutes = 0 }) => minutes > 0)).toBe(true);
  });

  it('has each free start of find_open_times, within the working hours of the people who are free', async () => {
    const { data, view } = await demo.call('find_open_times', { service_id: 'svc_cleaning' });
    const { free, days, staff, from, to } = agendaOf(view);
    const starts = (free?.starts ?? []).flatMap((range) => {
      const [first, last] = [Date.parse(range.from), Date.parse(range.to)];
      const step = (free?.step_minutes ?? 0) * 60_000;
      return Array.from({ length: (last - first) / step + 1 }, (_, index) => ({
        at: first + index * step,
        ids: range.staff_ids,
      }));
    });
    expect(starts.length).toBe(data.found);
    expect(starts.length).toBeGreaterThan(10);
    const local = new Intl.DateTimeFormat('sv-SE', {
      timeZone: view.time_zone,
      dateStyle: 'short',
      timeStyle: 'short',
    });
    for (const { at, ids } of starts) {
      const [date = '', time = ''] = local.format(at).split(' ');
      expect(date >= from && date <= to).toBe(true);
      const within = (spans: { from: string; to: string }[] = []) =>
        spans.some((span) => span.from <= time && time < span.to);
      expect(within(days.find((day) => day.date === date)?.open), date).toBe(true);
      expect(ids.length).toBeGreaterThan(0);
      for (const id of ids) {
        const day = staff.find((person) => person.id === id)?.days.find((one) => one.date === date);
        expect([within(day?.hours), within(day?.away)], `${id} ${date} ${time}`).toEqual([true, false]);
      }
    }
  });

  it('has the promises of a call as find_follow_ups lists them, and its bookings', async () => {
    const [promise] = items((await demo.call('find_follow_ups', { status: 'all' })).data);
    const { view, data } = await demo.call('get_call', { call_id: promise?.call_id });
    const { kind, sentence, due_local } = promise ?? {};
    expect(view.call?.follow_ups).toContainEqual(expect.objectContaining({ kind, sentence, due_local }));
    expect(view.agenda).toBeUndefined();

    const booked = await demo.call('get_call', { call_id: await someCall() });
    const id = (booked.data.call as Data).booking_id;
    const record = (await demo.call('get_booking', { booking_id: id })).data.booking as Data;
    const { service_name, contact_name, status, start_time, start_local } = record;
    expect(booked.view.call?.bookings).toEqual([{ id, service_name, contact_name, status, start_time, start_local }]);
    expect(data.call).toBeDefined();
  });

  it('has the hours of the only person whom the call asks for, by id or name, and nothing of others', async () => {
    const of = async (tool: string, args: Data) => agendaOf((await demo.call(tool, args)).view);
    for (const staff_id of ['stf_brandt', 'Keisha Brandt']) {
      const listed = await of('list_bookings', { from: 'today', staff_id });
      expect([listed.staff_id, listed.staff.map(({ id }) => id)]).toEqual(['stf_brandt', ['stf_brandt']]);
      expect(new Set(listed.bookings?.map((booking) => booking.staff_id))).toEqual(new Set(['stf_brandt']));
      const free = await of('find_open_times', { service_id: 'svc_cleaning', staff_id });
      expect([free.staff_id, free.staff.map(({ id }) => id)]).toEqual(['stf_brandt', ['stf_brandt']]);
    }
    const all = await of('list_bookings', { from: 'today' });
    expect([all.staff_id, all.staff.length > 1]).toEqual([undefined, true]);
  });

  it('shows a caller no records that its tools do not show', async () => {
    const bookings = demo.only('list_bookings', 'get_booking');
    const {
      staff,
      services,
      bookings: shown,
    } = agendaOf((await bookings.call('list_bookings', { from: 'today' })).view);
    expect([staff, services, (shown ?? []).length > 0]).toEqual([[], [], true]);

    const account = await demo.only('get_account_context').call('get_account_context');
    expect(agendaOf(account.view)).not.toHaveProperty('bookings');
    expect(agendaOf(account.view).days).toHaveLength(1);

    const calls = await demo.only('get_call').call('get_call', { call_id: await someCall() });
    expect(calls.view.call).toHaveProperty('follow_ups');
    expect(calls.view.call).not.toHaveProperty('booking');
  });
});

describe('a view of a platform without extensions', () => {
  const CALLER = { name: 'Ana Bell', email: 'ana.bell@example.com', phone: '+12125550123' };
  const CARD = '4111 1111 1111 1111';
  const booking = (index: number, notes: string) => ({
    id: `b${index}`,
    service_id: 's1',
    staff_id: 'p1',
    start_time: `2199-07-${String(1 + (index % 20)).padStart(2, '0')}T08:00:00Z`,
    contact: CALLER,
    notes,
  });
  const lists = { services: [{ id: 's1', name: 'Cleaning', duration_minutes: 30 }], contacts: [], calls: [] };
  let platform: ListedPlatform;
  let remote: Caller;
  const env = () => ({ RCPT_BASE_URL: platform.url, RCPT_API_KEY: 'sk_live_x' });
  beforeAll(async () => {
    platform = await startListedPlatform();
    remote = await caller(
      ['--redact', 'strict', '--time-zone', 'America/New_York', '--opening-hours', 'Mon-Fri 08:00-12:00'],
      env(),
    );
  });
  afterAll(async () => {
    await remote?.close();
    await platform?.close();
  });
  const july = { from: '2199-07-01', to: '2199-07-07' };

  it('masks and cleans what callers said', async () => {
    const notes = `Card ${CARD}, write to ${CALLER.email}\u202E, or <script>alert(1)</script>`;
    platform.serve({ ...lists, bookings: [booking(1, notes)] });
    const { view } = await remote.call('list_bookings', july);
    const text = JSON.stringify(view);
    for (const secret of [CARD, CALLER.email, CALLER.phone, '\u202E']) expect(text).not.toContain(secret);
    expect(view).not.toHaveProperty('numbers');
    expect(agendaOf(view).bookings?.[0]).toMatchObject({ id: 'b1', start_time: '2199-07-02T08:00:00Z' });
  });

  it('draws the opening hours of the options, and the services of the list', async () => {
    platform.serve({ ...lists, bookings: [] });
    remote.services.searchCache.invalidate();
    const { days, staff, services } = agendaOf((await remote.call('list_bookings', july)).view);
    const open = [{ from: '08:00', to: '12:00' }];
    // Saturday and Sunday are the 6th and the 7th.
    expect(days.map((day) => day.open)).toEqual([open, open, open, open, open, [], []]);
    expect([staff, services]).toEqual([[], [{ id: 's1', name: 'Cleaning', duration_minutes: 30 }]]);
  });

  it('has the bookings that began before its days and reach into them, of the same filters', async () => {
    const at = (id: string, start_time: string, more: Data = {}) => ({ ...booking(1, 'x'), id, start_time, ...more });
    platform.serve({
      ...lists,
      bookings: [
        at('day', '2199-07-02T12:00:00Z'),
        // Midnight is 04:00 UTC.
        at('night', '2199-07-02T03:30:00Z', { end_time: '2199-07-02T04:30:00Z' }),
        at('evening', '2199-07-02T03:00:00Z', { end_time: '2199-07-02T04:00:00Z' }),
        at('as long as its service', '2199-07-02T03:45:00Z'),
        at('of another person', '2199-07-02T03:45:00Z', { staff_id: 'p2' }),
      ],
    });
    remote.services.searchCache.invalidate();
    const drawn = async (filter: Data) => {
      const { data, view } = await remote.call('list_bookings', { from: '2199-07-02', to: '2199-07-02', ...filter });
      expect(items(data).map(({ id }) => id)).toEqual(['day']);
      const { from, to, bookings = [] } = agendaOf(view);
      expect([from, to]).toEqual(['2199-07-02', '2199-07-02']);
      return bookings.map(({ id }) => id);
    };
    expect(await drawn({})).toEqual(['night', 'as long as its service', 'of another person', 'day']);
    expect(await drawn({ staff_id: 'p1' })).toEqual(['night', 'as long as its service', 'day']);
    // The list was read once for each, and not again for its view.
    expect(platform.requests('bookings')).toBe(2);
  });

  it('a booking that ended on the first day before the window begins is left out', async () => {
    const at = (id: string, start_time: string, end_time: string) => ({ ...booking(1, 'x'), id, start_time, end_time });
    platform.serve({
      ...lists,
      bookings: [
        at('morning', '2199-07-02T12:00:00Z', '2199-07-02T12:30:00Z'),
        at('over noon', '2199-07-02T15:30:00Z', '2199-07-02T16:30:00Z'),
        at('afternoon', '2199-07-02T17:00:00Z', '2199-07-02T17:30:00Z'),
      ],
    });
    remote.services.searchCache.invalidate();
    // Noon is 16:00 UTC.
    const { data, view } = await remote.call('list_bookings', { from: '2199-07-02T12:00', to: '2199-07-02T23:00' });
    expect(items(data).map(({ id }) => id)).toEqual(['afternoon']);
    expect(agendaOf(view).bookings?.map(({ id }) => id)).toEqual(['over noon', 'afternoon']);
  });

  it('keeps to its bound, however much callers wrote', async () => {
    const long = 'A long note. '.repeat(900);
    platform.serve({ ...lists, bookings: Array.from({ length: 60 }, (_, index) => booking(index, long)) });
    const { view, data } = await remote.call('list_bookings', { from: '2199-07-01', to: '2199-07-31', per_page: 60 });
    expect(items(data).length).toBeGreaterThan(20);
    expect(JSON.stringify(view).length).toBeGreaterThan(MAX_VIEW_BYTES / 4);
    expect(Buffer.byteLength(JSON.stringify(view))).toBeLessThanOrEqual(MAX_VIEW_BYTES);
    expect(agendaOf(view).bookings?.length).toBeGreaterThan(0);
  });

  it('neither fails nor delays an answer if the rest of the platform is slow', async () => {
    const slow = await caller(['--time-zone', 'America/New_York'], env());
    platform.behave((request, response) => {
      // All other requests are never answered.
      if (!request.path.startsWith('/api/v1/bookings')) return;
      // With all names, so that the answer itself needs no other list.
      const whole = { ...booking(1, 'x'), service_name: 'Cleaning', staff_name: 'Lee' };
      json(200, { data: [whole], meta: { total: 1, page: 1, per_page: 25, has_more: false } })(request, response);
    });
    const startedAt = performance.now();
    const { data, view } = await slow.call('list_bookings', { per_page: 25, detail: 'full' });
    const tookMs = performance.now() - startedAt;
    expect(items(data)).toHaveLength(1);
    expect(agendaOf(view)).toMatchObject({ from: '2199-07-02', staff: [], services: [], bookings: [{ id: 'b1' }] });
    // One second for the view, and what a busy machine adds; the deadline of a request is longer.
    expect(tookMs).toBeLessThan(5_000);
    await slow.close();
  });

  it.each([
    ['are refused', json(500, { error: 'internal', message: 'Internal' })],
    ['do not arrive', () => {}],
  ])(
    'has the bookings, and says that conflicts are not known, where those with private calendars %s',
    async (_what, answer) => {
      const other = await caller(['--time-zone', 'America/New_York'], env());
      const whole = { ...booking(1, 'x'), service_name: 'Cleaning', staff_name: 'Lee' };
      platform.behave((request, response) => {
        const { pathname } = new URL(request.path, 'http://x');
        if (pathname === '/api/v1/calendar-conflicts') return answer(request, response);
        const extensions = { calendar_conflicts: { version: 1 } };
        const data =
          pathname === '/api/v1/capabilities' ? { extensions } : pathname === '/api/v1/bookings' ? [whole] : [];
        const meta = { total: 1, page: 1, per_page: 25, has_more: false };
        return json(200, { data, meta })(request, response);
      });
      const { data, view, text } = await other.call('list_bookings', july);
      expect(items(data)).toMatchObject([{ id: 'b1' }]);
      expect(text).toContain('private calendars');
      expect(agendaOf(view)).toMatchObject({ conflicts_unknown: true, bookings: [{ id: 'b1' }] });
      await other.close();
    },
  );

  it('asks a platform that does not announce it for no conflicts with private calendars', async () => {
    platform.serve({ ...lists, bookings: [booking(1, 'x')] });
    remote.services.searchCache.invalidate();
    const received = () => platform.received.filter(({ path }) => path.includes('calendar-conflicts'));
    const before = received().length;
    const { data, view } = await remote.call('list_bookings', july);
    expect(agendaOf(view)).not.toHaveProperty('conflicts_unknown');
    expect(data).not.toHaveProperty('note');
    expect(received().length).toBe(before);
  });

  it('lacks what the platform refuses', async () => {
    platform.serve({ bookings: [booking(1, 'x')] });
    remote.services.searchCache.invalidate();
    const { view } = await remote.call('list_bookings', july);
    expect(agendaOf(view)).toMatchObject({ staff: [], services: [], bookings: [{ id: 'b1' }] });
  });
});
