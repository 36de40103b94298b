import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connect, type TestClient } from '../support/clients.ts';
import { temporaryFolder } from '../support/engines.ts';
import { fillLists, type MirroredPlatform, NEW_BOOKING, startMirroredPlatform } from '../support/mirrored-platform.ts';
import { cleanEnvironment, type RunningProgram, startProgram } from '../support/program.ts';
import { settableClock } from '../support/settable-clock.ts';

/** Answers from the index, beside those of a server that reads the platform for each. */
const home = temporaryFolder();
const clock = settableClock(home);
const running: RunningProgram[] = [];
const clients: TestClient[] = [];
let platform: MirroredPlatform;
/** The platform takes time to return a booking that is requested by its id. */
let isSlow = false;
let indexed: TestClient;
let scanning: TestClient;

async function start(settings: Record<string, string>): Promise<TestClient> {
  const env = {
    ...clock.env,
    RCPT_BASE_URL: platform.url,
    RCPT_API_KEY: 'sk_live_index',
    RCPT_TIME_ZONE: 'UTC',
    RCPT_DEFAULT_COUNTRY: 'US',
    ...settings,
  };
  const program = startProgram(['http', '--port', '0'], cleanEnvironment(home, env));
  running.push(program);
  const [url] = await program.until(/http:\/\/\S+\/mcp/);
  const client = await connect('v2 2026-07-28', { url });
  clients.push(client);
  return client;
}

beforeAll(async () => {
  setClock();
  platform = await startMirroredPlatform({ delayMs: ({ path }) => (isSlow && path.includes('/bookings/') ? 300 : 0) });
  fillLists(platform, { bookings: 330, contacts: 50, calls: 120 });
  [indexed, scanning] = await Promise.all([
    // Neither polls nor reconciles within a test, unless that changes the clock.
    start({ RCPT_INDEX: join(home, 'index.db'), RCPT_POLL: '1h' }),
    start({}),
  ]);
  const state = async () => ((await indexed.call('get_account_context')).data.index as { state: string }).state;
  await vi.waitFor(async () => expect(await state()).toBe('complete'), { timeout: 40_000, interval: 200 });
}, 60_000);
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await Promise.all(running.map((program) => program.stop()));
  await platform?.close();
  await rm(home, { recursive: true, force: true });
});

type Item = { id: string; [field: string]: unknown };
interface Answer {
  items: Item[];
  isError: boolean;
  text: string;
  /** Paths that the platform was asked for meanwhile. */
  requests: string[];
  total?: number;
  complete?: boolean;
  has_more?: boolean;
  cursor?: string;
  searched?: number;
  calls_in_window?: number;
  read_at?: string;
}

async function ask(client: TestClient, tool: string, args: Record<string, unknown>): Promise<Answer> {
  const since = platform.received.length;
  const { data, isError, text } = await client.call(tool, args);
  const requests = platform.received.slice(since).map(({ path }) => path);
  return { ...data, items: (data.items ?? []) as Item[], isError, text, requests };
}
/** In the middle of the bookings. */
const NOW = Date.parse('2199-01-07T12:00:00Z') - Date.now();
let aged = 0;
const setClock = () => clock.set(NOW + aged);
/** Makes all copies older than an answer may show without a question to the platform. */
const age = () => {
  aged += 61_000;
  setClock();
};

const QUESTIONS: [tool: string, args: Record<string, unknown>][] = [
  ['list_bookings', { from: '2199-01-03', to: '2199-01-05' }],
  ['list_bookings', { from: '2199-01-03', to: '2199-01-05', order: 'desc', detail: 'full' }],
  ['list_bookings', { status: 'no_show', per_page: 10 }],
  ['list_bookings', { status: 'active', service_id: 'Repair', from: '2199-01-02', per_page: 5 }],
  ['list_bookings', { contact_id: 'ct_7' }],
  ['list_bookings', { status: 'no_such_status' }],
  ['list_calls', { from: '2199-01-02', to: '2199-01-03' }],
  ['list_calls', { outcome: 'booked', direction: 'inbound', per_page: 7 }],
  ['list_calls', { min_duration_seconds: 140, sort: 'duration' }],
  ['list_calls', { language: 'xx' }],
  ['list_bookings', { query: 'note 17' }],
  ['list_bookings', { query: 'room 2', status: 'no_show', per_page: 5 }],
  ['list_bookings', { query: 'Repair' }],
  ['list_bookings', { query: 'bk_17' }],
  ['list_calls', { query: 'summary of call 23' }],
  ['list_calls', { query: '555-0012', sort: 'duration' }],
  ['search_calls', { query: 'matter 17' }],
  ['search_calls', { query: 'good morning', from: '2199-01-03', to: '2199-01-03', speaker: 'caller' }],
  ['search_calls', { query: 'help', outcome: 'booked', limit: 3 }],
  ['search_calls', { query: 'summary of call 23' }],
  ['search_calls', { query: 'nowhere to be found' }],
];

/** Questions whose whole answer is compared. */
const OTHER_QUESTIONS: [tool: string, args: Record<string, unknown>][] = [
  ['list_contacts', { last_visit_before: '2199-01-06', detail: 'full' }],
  ['list_contacts', { no_appointment_ahead: true, service_id: 'Repair', per_page: 5 }],
  ['list_contacts', { order: 'desc', per_page: 5 }],
  ['lookup_caller', { query: '(415) 555-0007' }],
  ['lookup_caller', { query: '+1 415 555 0012' }],
  ['lookup_caller', { query: 'customer9@example.com' }],
  ['lookup_caller', { query: 'Customer 0001' }],
  ['summarize_activity', { kind: 'bookings', from: '2199-01-01', to: '2199-01-31', group_by: ['day', 'status'] }],
  ['summarize_activity', { kind: 'bookings', from: '2199-01-03', group_by: ['service'], status: 'active' }],
  ['summarize_activity', { kind: 'bookings', from: '2199-01-03', group_by: ['customer'], limit: 5 }],
  ['summarize_activity', { kind: 'calls', from: '2199-01-01', group_by: ['outcome', 'weekday'] }],
  ['summarize_activity', { kind: 'calls', from: '2199-01-01', group_by: ['language'], language: 'en' }],
  ['summarize_activity', { kind: 'calls', from: '2199-01-01', contact_id: 'ct_9' }],
  ['summarize_activity', { kind: 'bookings', from: '2199-01-03', group_by: ['day'], query: 'room 1' }],
  ['find_follow_ups', { from: '2199-01-01', to: '2199-01-06', status: 'all' }],
  ['find_follow_ups', { from: '2199-01-01', to: '2199-01-06', status: 'open', limit: 2 }],
];
/** Customers are counted from the records, which name them. */
const isScanned = ({ group_by: groups = [] }: Record<string, unknown>) => (groups as string[]).includes('customer');

function comparable({ requests: _, text: __, ...answer }: Answer) {
  const { read_at: ___, now_local: ____, scanned: _____, cursor: ______, ...rest } = answer as Answer & Item;
  return rest;
}

describe('a search of another platform with an index', () => {
  it.each(QUESTIONS)(
    '%s %j has the items, total and cursor of a scan, without reading a page of records',
    async (tool, args) => {
      const [fromIndex, fromScan] = [await ask(indexed, tool, args), await ask(scanning, tool, args)];
      expect(fromIndex.isError).toBe(fromScan.isError);
      if (fromScan.isError) expect(fromIndex.text).toBe(fromScan.text);
      expect(fromIndex.items).toEqual(fromScan.items);
      expect({ total: fromIndex.total, complete: fromIndex.complete, more: fromIndex.has_more }).toEqual({
        total: fromScan.total,
        complete: fromScan.complete,
        more: fromScan.has_more,
      });
      expect(fromIndex.calls_in_window).toBe(fromScan.calls_in_window);
      if (fromScan.complete) expect(fromIndex.searched).toBe(fromScan.searched);
      // Names of services are looked up in their list, which is short.
      expect(fromIndex.requests.filter((path) => /(bookings|contacts|calls)[/?]/.test(path))).toEqual(
        tool === 'list_bookings' && args.contact_id ? ['/api/v1/contacts/ct_7'] : [],
      );
    },
  );

  it.each(OTHER_QUESTIONS)('%s %j has the answer of a server without an index', async (tool, args) => {
    const [fromIndex, fromScan] = [await ask(indexed, tool, args), await ask(scanning, tool, args)];
    expect(comparable(fromIndex)).toEqual(comparable(fromScan));
    expect(fromIndex.isError).toBe(false);
    const lists = fromIndex.requests.filter((path) => /(bookings|contacts|calls)[?]/.test(path));
    expect(lists.length > 0).toBe(isScanned(args));
  });

  it('a booking is compared with the list of the platform, and not with the index', async () => {
    const { start_time, contact } = platform.lists.bookings.get('bk_201') as { start_time: string; contact: Item };
    const args = { ...NEW_BOOKING, start_time, contact_name: contact.name };
    age();
    const answers = [await ask(indexed, 'create_booking', args), await ask(scanning, 'create_booking', args)];
    const [ofIndexed, ofScanning] = answers.map(({ requests }) =>
      requests.filter((path) => /bookings/.test(path)).sort(),
    );
    for (const { text } of answers) expect(text).toContain('This person has 1 booking at that time');
    expect(ofIndexed).toEqual(ofScanning);
  });

  it('a record that the platform has deleted is in no answer once its copy is a minute old', async () => {
    const window = { from: '2199-01-08', to: '2199-01-08' };
    const { items } = await ask(indexed, 'list_bookings', window);
    const [gone] = items as [Item];
    platform.lists.bookings.delete(gone.id);
    age();
    const after = await ask(indexed, 'list_bookings', window);
    expect(after.items).toEqual(items.filter(({ id }) => id !== gone.id));
    expect(after.total).toBe(items.length - 1);
  });

  it('a search goes on behind records that the platform has deleted, however many they are', async () => {
    const day = { from: '2199-01-12', to: '2199-01-12' };
    const { items } = await ask(indexed, 'list_bookings', day);
    const [gone, kept] = [items.slice(0, 14), items.slice(14)];
    for (const { id } of gone) platform.lists.bookings.delete(id);
    age();
    const found: string[] = [];
    let answer = await ask(indexed, 'list_bookings', { ...day, per_page: 1 });
    expect(answer).toMatchObject({ items: [], complete: false, has_more: true });
    for (let asked = 1; answer.cursor !== undefined && asked < 30; asked++) {
      answer = await ask(indexed, 'list_bookings', { ...day, per_page: 1, cursor: answer.cursor });
      found.push(...answer.items.map(({ id }) => id));
    }
    expect(kept.length).toBeGreaterThan(5);
    expect(found).toEqual(kept.map(({ id }) => id));
    expect(answer.complete).toBe(true);
  });

  it('a record that the key may not read alone is confirmed by its list, and in no answer if it is not there', async () => {
    const ids = (answer: Answer) => answer.items.map(({ id }) => id);
    const search = { query: 'note 177' };
    platform.refuse(({ path }) => (path.endsWith('/bookings/bk_177') ? { status: 403 } : null));
    age();
    const listed = await ask(indexed, 'list_bookings', search);
    expect(listed.isError, listed.text).toBe(false);
    expect(ids(listed)).toEqual(['bk_177']);
    platform.lists.bookings.delete('bk_177');
    age();
    expect(ids(await ask(indexed, 'list_bookings', search))).toEqual([]);
    platform.refuse(undefined);
    platform.forbidden.add('bookings');
    const refused = await ask(indexed, 'list_bookings', { query: 'note 178' });
    age();
    const later = await ask(indexed, 'list_bookings', { query: 'note 178' });
    platform.forbidden.delete('bookings');
    expect(refused.isError, 'the copy is fresh').toBe(false);
    expect([later.isError, later.text]).toEqual([true, expect.stringContaining('403')]);
    expect(ids(await ask(indexed, 'list_bookings', { query: 'note 178' }))).toEqual(['bk_178']);
  });

  it('a record that the platform has changed is shown as it is, and not where it no longer matches', async () => {
    const [changed, moved] = ['bk_150', 'bk_151'];
    const window = { from: '2199-01-07', to: '2199-01-07' };
    const before = await ask(indexed, 'list_bookings', window);
    expect(before.items.map(({ id }) => id)).toEqual(expect.arrayContaining([changed, moved]));
    const rows = platform.lists.bookings;
    rows.set(changed, { ...rows.get(changed), notes: 'Bring the old X-ray' });
    rows.set(moved, { ...rows.get(moved), start_time: '2199-06-01T10:00:00Z' });
    age();
    const after = await ask(indexed, 'list_bookings', { ...window, detail: 'full' });
    expect(after.items.map(({ id }) => id)).toEqual(before.items.map(({ id }) => id).filter((id) => id !== moved));
    expect(after.items.find(({ id }) => id === changed)).toMatchObject({ notes: 'Bring the old X-ray' });
    const { items } = await ask(indexed, 'list_bookings', { from: '2199-06-01', to: '2199-06-01' });
    expect(items.map(({ id }) => id)).toEqual([moved]);
  });

  it('what this server writes is found by its next search', async () => {
    const booked = await ask(indexed, 'create_booking', NEW_BOOKING);
    expect(booked.isError, booked.text).toBe(false);
    const day = { from: '2199-07-01', to: '2199-07-01' };
    const [created] = (await ask(indexed, 'list_bookings', day)).items as [Item];
    expect(created).toMatchObject({ id: expect.stringContaining('bookings_new') });
    await ask(indexed, 'cancel_booking', { booking_id: created.id });
    expect((await ask(indexed, 'list_bookings', { ...day, status: 'cancelled' })).items).toMatchObject([
      { id: created.id },
    ]);
    expect((await ask(indexed, 'list_bookings', { ...day, status: 'active' })).items).toEqual([]);
  });

  it('what this server writes is found although a list was read between the request and its effect', async () => {
    const day = { from: '2199-01-06', to: '2199-01-06' };
    const active = { ...day, status: 'active' };
    const [{ id }] = (await ask(indexed, 'list_bookings', active)).items as [Item];
    const release = platform.holdWrites();
    const since = platform.received.length;
    const cancelled = ask(indexed, 'cancel_booking', { booking_id: id });
    await vi.waitFor(() => expect(platform.count(/POST .*cancel$/, since)).toBe(1), { timeout: 5_000 });
    age();
    const before = await ask(indexed, 'list_bookings', { ...day, status: 'cancelled' });
    expect(before.items.map((item) => item.id)).not.toContain(id);
    expect((await ask(indexed, 'list_bookings', active)).items.map((item) => item.id)).toContain(id);
    release();
    expect((await cancelled).isError).toBe(false);
    const after = await ask(indexed, 'list_bookings', { ...day, status: 'cancelled' });
    expect(after.items.map((item) => item.id)).toContain(id);
  });

  const readOf = (requests: readonly string[]) => ({
    pages: requests.filter((path) => path.includes('/bookings?')).length,
    single: requests.filter((path) => path.includes('/bookings/')).length,
  });

  it('many old copies are confirmed by the pages of the list on which they were seen', async () => {
    const day = { from: '2199-01-05', to: '2199-01-05' };
    age();
    const { items, requests } = await ask(indexed, 'list_bookings', day);
    expect(items.length).toBeGreaterThan(20);
    expect(readOf(requests)).toEqual({ pages: expect.toSatisfy((count) => count <= 2), single: 0 });
    expect(readOf((await ask(indexed, 'list_bookings', day)).requests)).toEqual({ pages: 0, single: 0 });
  });

  it('old copies that new records have moved to the next page are confirmed there', async () => {
    for (let number = 0; number < 60; number++) {
      const id = `bk_late_${number}`;
      const start_time = '2199-09-01T10:00:00Z';
      platform.lists.bookings.set(id, { ...platform.lists.bookings.get('bk_1'), id, start_time });
    }
    age();
    const day = { from: '2199-01-05', to: '2199-01-05' };
    const [fromIndex, fromScan] = [await ask(indexed, 'list_bookings', day), await ask(scanning, 'list_bookings', day)];
    expect(fromIndex.items).toEqual(fromScan.items);
    expect(readOf(fromIndex.requests)).toEqual({ pages: expect.toSatisfy((count) => count <= 4), single: 0 });
  });

  it('records are shown with their age while the platform does not answer', async () => {
    const window = { from: '2199-01-10', to: '2199-01-10' };
    age();
    platform.refuse(({ path }) => (/bookings[/?]/.test(path) ? { status: 503 } : null));
    const { items, read_at } = (await ask(indexed, 'list_bookings', window)) as unknown as {
      items: Item[];
      read_at: string;
    };
    platform.refuse(undefined);
    expect(items).toHaveLength(24);
    expect(read_at).toMatch(/^\d{4}-/);
  });

  it('sums have none of the bookings that the platform has deleted while these are looked up', async () => {
    const { bookings } = platform.lists;
    isSlow = true;
    for (let number = 210; number < 230; number++) bookings.delete(`bk_${number}`);
    const since = platform.received.length;
    aged += 4 * 3_600_000;
    setClock();
    const sums = { kind: 'bookings', from: '2199-01-02' };
    await vi.waitFor(
      async () => {
        await ask(indexed, 'list_bookings', { from: '2199-01-02', per_page: 1 });
        expect(platform.count(/GET .*\/bookings\/bk_2[12]\d$/, since)).toBeGreaterThan(0);
      },
      { timeout: 20_000, interval: 50 },
    );
    const [fromIndex, fromScan] = [
      await ask(indexed, 'summarize_activity', sums),
      await ask(scanning, 'summarize_activity', sums),
    ];
    isSlow = false;
    expect(comparable(fromIndex)).toEqual(comparable(fromScan));
  });

  it('a booking does not wait for an index that is outdated', async () => {
    platform.refuse(({ path }) => (/(contacts|calls)[/?]/.test(path) ? { status: 503 } : null));
    aged += 4 * 3_600_000;
    setClock();
    const startedAt = performance.now();
    const booked = await ask(indexed, 'create_booking', { ...NEW_BOOKING, start_time: '2199-07-02T10:00:00Z' });
    // A search waits so long for the reading of the lists.
    expect(performance.now() - startedAt).toBeLessThan(3_000);
    platform.refuse(undefined);
    expect(booked.isError, booked.text).toBe(false);
    expect(booked).not.toHaveProperty('note');
  });
});
