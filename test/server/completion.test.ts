import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENTS, connect, type TestClient } from '../support/clients.ts';
import { demoDatabase } from '../support/demo-database.ts';
import { temporaryFolder } from '../support/platform.ts';
import { cleanEnvironment } from '../support/program.ts';
import { type HttpSession, startHttp } from '../support/session.ts';
import { type Behaviour, json, page, startUpstream, type Upstream } from '../support/upstream.ts';

/** Completion: against the demo business, against records of our own, and against a platform that fails. */
const home = temporaryFolder();
let upstream: Upstream;
let session: HttpSession;

beforeAll(async () => {
  upstream = await startUpstream();
  session = await startHttp({
    RCPT_BASE_URL: upstream.url,
    RCPT_API_KEY: 'sk_live_x',
    RCPT_TIME_ZONE: 'Europe/Berlin',
  });
});
afterAll(async () => {
  await Promise.all([session?.close(), upstream?.close()]);
  await rm(home, { recursive: true, force: true });
});

describe.each(CLIENTS)('client %s with the demo business', (kind) => {
  let client: TestClient;
  beforeAll(async () => {
    client = await connect(kind, { args: ['--database', demoDatabase(home)], env: cleanEnvironment(home) });
    // Opening the database takes longer on a busy machine than a completion may take.
    await client.call('get_account_context', {});
  });
  afterAll(() => client?.close());

  it.each([
    ['rcpt://bookings/{id}', /^bk_/],
    ['rcpt://contacts/{id}', /^ct_/],
    ['rcpt://calls/{id}', /^call_/],
    ['rcpt://calls/{id}/transcript', /^call_/],
  ])('completes ids of %s', async (uri, form) => {
    const all = await client.complete({ uri }, 'id', '');
    expect(all.length).toBeGreaterThan(10);
    expect(all.length).toBeLessThanOrEqual(100);
    for (const id of all) expect(id).toMatch(form);
    const [first = ''] = all;
    expect((await client.complete({ uri }, 'id', first))[0]).toBe(first);
    await expect(client.read(uri.replace('{id}', first))).resolves.toHaveProperty('text');
  });

  it.each([
    ['book_appointment', 'service', 'clean', /^\[svc_cleaning\] Cleaning$/],
    ['book_appointment', 'customer', 'hol', /^\[ct_hollis\] Jamie Hollis, \+\d+$/],
    ['book_appointment', 'when', 'mon', /^Monday \d{4}-\d\d-\d\d$/],
    ['book_appointment', 'time_zone', 'new yo', /^America\/New_York$/],
    ['move_appointment', 'appointment', 'a', /^\[bk_\w+\] \w+day \d{4}-\d\d-\d\d \d\d:\d\d, .+$/],
    ['move_appointment', 'when', '2', /^\w+day 2\d{3}-\d\d-\d\d$/],
    ['move_appointment', 'time_zone', 'UTC', /^UTC$/],
    ['cancel_appointment', 'appointment', 'bk_', /^\[bk_\w+\] /],
    ['summarize_call', 'call', 'booked', /^\[call_\w+\] \w+day \d{4}-\d\d-\d\d \d\d:\d\d, booked, \+\d+$/],
    ['callbacks_due', 'since', '', /^\w+day \d{4}-\d\d-\d\d$/],
    ['morning_briefing', 'day', '', /^\w+day \d{4}-\d\d-\d\d$/],
  ])('completes %s %s from %j', async (prompt, argument, typed, form) => {
    const values = await client.complete({ prompt }, argument, typed);
    expect(values[0]).toMatch(form);
  });

  it('returns nothing for unknown arguments and rejects unknown references', async () => {
    expect(await client.complete({ uri: 'rcpt://bookings/{id}' }, 'name', '')).toEqual([]);
    expect(await client.complete({ prompt: 'book_appointment' }, 'weather', '')).toEqual([]);
    expect(await client.complete({ uri: 'rcpt://services' }, 'id', '')).toEqual([]);
    await expect(client.complete({ uri: 'rcpt://nothing/{id}' }, 'id', '')).rejects.toMatchObject({ code: -32602 });
    await expect(client.complete({ prompt: 'nothing' }, 'id', '')).rejects.toMatchObject({ code: -32602 });
  });
});

const booking = (id: string, name: string, start: string, status = 'confirmed') => ({
  id,
  status,
  start_time: start,
  contact: { name },
});

describe('completion', () => {
  it('suggests future appointments in the zone of the business', async () => {
    upstream.behave(
      page([
        booking('b1', 'Ana Müller', '2199-07-01T08:00:00Z'),
        booking('b2', 'Ana Alt', '2001-07-01T08:00:00Z'),
        booking('b3', 'Ana Ab', '2199-07-01T08:00:00Z', 'cancelled'),
        { id: 'b4' },
      ]),
    );
    const all = await session.client.complete({ prompt: 'cancel_appointment' }, 'appointment', '');
    expect(all).toEqual(['[b1] Monday 2199-07-01 10:00, Ana Müller', '[b4]']);
    expect(await session.client.complete({ prompt: 'cancel_appointment' }, 'appointment', 'muller')).toEqual([all[0]]);
    // URIs may refer to any record.
    expect(await session.client.complete({ uri: 'rcpt://bookings/{id}' }, 'id', 'ana')).toEqual(['b1', 'b2', 'b3']);
  });

  it('requests one page of the maximum size', async () => {
    upstream.received.length = 0;
    upstream.behave(
      page(
        Array.from({ length: 100 }, (_, n) => ({ id: `c${n}` })),
        { total: 900, has_more: true },
      ),
    );
    expect(await session.client.complete({ uri: 'rcpt://contacts/{id}' }, 'id', 'c9')).toHaveLength(11);
    const paths = upstream.received.map(({ path }) => path).filter((path) => path !== '/api/v1/capabilities');
    expect(paths).toEqual(['/api/v1/contacts?per_page=100']);
  });

  it('suggests labels on one line without invisible characters', async () => {
    upstream.behave(page([{ id: 'c1', name: 'A\u202Ena\n\n9. Delete' }]));
    expect(await session.client.complete({ prompt: 'book_appointment' }, 'customer', '')).toEqual([
      '[c1] Ana 9. Delete',
    ]);
  });

  it('suggests the id of the record itself first, whatever its name contains', async () => {
    const name = 'Ana [bk_2] (bk_2) ［bk_2］ 「bk_2」 ⟨bk_2⟩ "bk_2"';
    upstream.behave(page([booking('bk_1', name, '2199-07-01T08:00:00Z')]));
    const [value = ''] = await session.client.complete({ prompt: 'cancel_appointment' }, 'appointment', 'ana');
    expect(value).toBe("[bk_1] Monday 2199-07-01 10:00, Ana 'bk_2' 'bk_2' 'bk_2' 'bk_2' 'bk_2' 'bk_2'");
    const prompt = await session.client.prompt('cancel_appointment', { appointment: value });
    expect(prompt).toContain('\n- appointment: booking_id bk_1\n');
    expect(prompt).not.toMatch(/bk_2|Ana/);
  });

  it('suggests no record whose id is not one plain word', async () => {
    const ids = ['bk_1] [bk_2', 'bk_1 bk_2', 'bk_1\nbk_2', '"bk_1"', 'x'.repeat(257)];
    upstream.behave(page(['bk_3', 'tm:1.bk.4', ...ids].map((id) => booking(id, 'Ana', '2199-07-01T08:00:00Z'))));
    const values = await session.client.complete({ prompt: 'cancel_appointment' }, 'appointment', '');
    expect(values.map((value) => value.split(' ', 1)[0])).toEqual(['[bk_3]', '[tm:1.bk.4]']);
    expect(await session.client.complete({ uri: 'rcpt://bookings/{id}' }, 'id', '')).toEqual(['bk_3', 'tm:1.bk.4']);
  });

  it('suggests days from today on in the zone of the business', async () => {
    const today = new Date().toLocaleDateString('sv', { timeZone: 'Europe/Berlin' });
    const [first, second, ...rest] = await session.client.complete({ prompt: 'morning_briefing' }, 'day', '');
    expect(first).toContain(today);
    expect(Date.parse(second?.split(' ')[1] ?? '') - Date.parse(today)).toBe(86_400_000);
    expect(rest).toHaveLength(12);
    const past = await session.client.complete({ prompt: 'callbacks_due' }, 'since', '');
    expect(past[0]).toBe(first);
    expect((past[13]?.split(' ')[1] ?? '') < today).toBe(true);
  });

  it('suggests the zone of the business first', async () => {
    const zones = await session.client.complete({ prompt: 'book_appointment' }, 'time_zone', '');
    expect(zones.slice(0, 2)).toEqual(['Europe/Berlin', 'UTC']);
    expect(zones).toHaveLength(100);
  });
});

const FAILURES: Record<string, Behaviour> = {
  '401': json(401, {}),
  '500': json(500, {}),
  'a broken connection': (_, response) => response.destroy(),
  'no list': json(200, { data: 'x' }),
};

it.each(Object.entries(FAILURES))('completion suggests nothing after %s', async (_name, behaviour) => {
  upstream.behave(behaviour);
  expect(await session.client.complete({ uri: 'rcpt://calls/{id}' }, 'id', '')).toEqual([]);
  expect(await session.client.complete({ prompt: 'book_appointment' }, 'service', '')).toEqual([]);
});

// Less than the timeout of a request to the platform, which is 20 s.
it('completion does not wait long for the platform', { timeout: 15_000 }, async () => {
  upstream.behave(() => {});
  expect(await session.client.complete({ uri: 'rcpt://calls/{id}' }, 'id', '')).toEqual([]);
});
