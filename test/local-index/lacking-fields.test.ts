import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../src/lib/json.ts';
import { connect, type TestClient } from '../support/clients.ts';
import { temporaryFolder } from '../support/engines.ts';
import { fillLists, type MirroredPlatform, startMirroredPlatform } from '../support/mirrored-platform.ts';
import { cleanEnvironment, type RunningProgram, startProgram } from '../support/program.ts';
import { settableClock } from '../support/settable-clock.ts';

/** Answers from `--index` of a platform whose records lack fields that filters read, beside those without an index. */
const CALLS = 60;
const home = temporaryFolder();
const clock = settableClock(home);
const ended: (() => Promise<unknown>)[] = [];
let platform: MirroredPlatform;
let indexed: TestClient;
let scanning: TestClient;

async function start(settings: Record<string, string>): Promise<TestClient> {
  const env = { RCPT_BASE_URL: platform.url, RCPT_API_KEY: 'sk_live_index', RCPT_TIME_ZONE: 'UTC', ...clock.env };
  const program: RunningProgram = startProgram(
    ['http', '--port', '0'],
    cleanEnvironment(home, { ...env, ...settings }),
  );
  const [url] = await program.until(/http:\/\/\S+\/mcp/);
  const client = await connect('v2 2026-07-28', { url });
  ended.push(async () => {
    await client.close();
    await program.stop();
  });
  return client;
}

async function startBoth(name: string, detailFields: readonly string[]): Promise<void> {
  platform = await startMirroredPlatform({ detailFields: ['transcript', ...detailFields] });
  fillLists(platform, { contacts: 5, bookings: 40, calls: CALLS });
  for (const [id, row] of platform.lists.calls) platform.lists.calls.set(id, changeCall(row, Number(id.slice(5))));
  for (const [id, row] of platform.lists.bookings) {
    const number = Number(id.slice(3));
    if (number % 4 === 0) platform.lists.bookings.set(id, withoutContactId(row, number));
  }
  for (const [id, row] of platform.lists.bookings) {
    if (Number(id.slice(3)) % 3 === 0) continue;
    platform.lists.bookings.set(id, { ...row, staff_id: 'stf_1', staff_name: 'Ann Miller' });
  }
  const index = { RCPT_INDEX: join(home, `${name}.db`), RCPT_POLL: '1h' };
  [indexed, scanning] = await Promise.all([start(index), start({})]);
  const state = async () => ((await indexed.call('get_account_context')).data.index as { state: string }).state;
  await vi.waitFor(async () => expect(await state()).toBe('complete'), { timeout: 40_000, interval: 100 });
}

/** A booking that names its contact only by a number or an e-mail address. */
function withoutContactId({ contact_id: contactId, ...row }: JsonObject, number: number): JsonObject {
  const { name, phone, email } = platform.lists.contacts.get(String(contactId)) as JsonObject;
  return { ...row, contact: { name, ...(number % 8 === 0 ? { phone, email: null } : { phone: null, email }) } };
}

let changeCall: (row: JsonObject, number: number) => JsonObject = (row) => row;
async function stopBoth(): Promise<void> {
  for (const end of ended.splice(0)) await end();
  await platform.close();
}
afterAll(() => rm(home, { recursive: true, force: true }));

async function ask(client: TestClient, tool: string, args: Record<string, unknown>) {
  const { data, isError, text } = await client.call(tool, args);
  const { read_at: _, now_local: __, scanned: ___, cursor, ...answer } = data;
  return isError ? { text } : { answer, hasCursor: cursor !== undefined };
}

const itAnswersAsWithoutIndex = (questions: [tool: string, args: Record<string, unknown>][]) =>
  it.each(questions)('%s %j has the answer of a server without an index', async (tool, args) => {
    expect(await ask(indexed, tool, args)).toEqual(await ask(scanning, tool, args));
  });

describe('an index of calls whose outcome and language only single records state', () => {
  beforeAll(async () => {
    changeCall = (row, number) => ({ ...row, language: number % 2 === 0 ? 'es' : 'en' });
    await startBoth('values', ['outcome', 'language']);
  }, 60_000);
  afterAll(stopBoth);

  itAnswersAsWithoutIndex([
    ['list_calls', { outcome: 'booked' }],
    ['list_calls', { outcome: 'booked', direction: 'inbound' }],
    ['list_calls', { outcome: 'booked', query: 'call 2' }],
    ['list_calls', { language: 'es' }],
    ['list_calls', { language: 'fr', order: 'asc' }],
    ['list_calls', { direction: 'inbound', per_page: 5 }],
  ]);

  it('a list is filtered by other fields without reading its pages', async () => {
    const since = platform.received.length;
    expect(await ask(indexed, 'list_calls', { direction: 'inbound' })).toHaveProperty('answer.total', CALLS / 2);
    expect(platform.count(/GET .*\/calls$/, since)).toBe(0);
  });
});

describe('an index of calls whose list lacks fields that all searches read', () => {
  beforeAll(async () => {
    changeCall = (row) => row;
    await startBoth('facts', ['direction', 'status', 'duration_seconds', 'contact_id']);
  }, 60_000);
  afterAll(stopBoth);

  itAnswersAsWithoutIndex([
    ['list_calls', { direction: 'inbound' }],
    ['list_calls', { has_contact: true }],
    ['list_calls', { min_duration_seconds: 40, sort: 'duration' }],
  ]);
});

describe('an index of records of which some lack a field', () => {
  beforeAll(async () => {
    changeCall = ({ outcome, language: _, ...row }, number) => ({
      ...row,
      ...(number % 3 === 0 ? {} : { outcome: number % 2 === 0 ? 'booked' : outcome }),
      ...(number % 4 === 0 ? {} : { language: ['es', 'en', 'und'][number % 5] ?? 'es-MX' }),
    });
    await startBoth('some', []);
  }, 60_000);
  afterAll(stopBoth);

  itAnswersAsWithoutIndex([
    ['list_calls', { outcome: 'booked' }],
    ['list_calls', { outcome: 'no_such_outcome' }],
    ['list_calls', { language: 'es' }],
    ['list_calls', { language: 'und' }],
    ['list_calls', { language: 'es', outcome: 'booked', direction: 'inbound' }],
    ['list_bookings', { staff_id: 'stf_1', per_page: 5 }],
    ['list_bookings', { staff_id: 'Ann Miller', status: 'no_show' }],
    ['list_bookings', { staff_id: 'stf_1', query: 'note 1' }],
    ['search_calls', { query: 'matter', outcome: 'booked', limit: 50 }],
    ['search_calls', { query: 'matter', language: 'es', limit: 50 }],
    ['summarize_activity', { kind: 'calls', from: '2199-01-01', outcome: 'booked' }],
    ['summarize_activity', { kind: 'calls', from: '2199-01-01', language: 'es' }],
    ['summarize_activity', { kind: 'bookings', from: '2199-01-01', staff_id: 'stf_1' }],
    ...['ct_1', 'ct_2', 'ct_4'].flatMap((contact_id): [string, Record<string, unknown>][] => [
      ['list_bookings', { contact_id, per_page: 3 }],
      ['list_bookings', { contact_id, status: 'active' }],
      ['summarize_activity', { kind: 'bookings', from: '2199-01-01', contact_id }],
    ]),
  ]);

  it('a usual status that no call has is counted as none', async () => {
    const args = { kind: 'calls', from: '2199-01-01', status: 'voicemail' };
    for (const client of [indexed, scanning])
      expect(await ask(client, 'summarize_activity', args)).toHaveProperty('answer.calls.count', 0);
  });

  it('the bookings of a contact have those that name them by number or e-mail address only', async () => {
    const all = [...platform.lists.bookings.values()];
    for (const number of [1, 5]) {
      const name = platform.lists.contacts.get(`ct_${number}`)?.name;
      const own = all.filter(({ contact }) => (contact as JsonObject).name === name);
      expect(own.some(({ contact_id: id }) => id === undefined)).toBe(true);
      const { answer } = await ask(indexed, 'list_bookings', { contact_id: `ct_${number}` });
      expect(answer?.total).toBe(own.length);
    }
  });

  it('a staff member has the name that bookings state at last', async () => {
    for (const [id, row] of platform.lists.bookings) {
      if (row.staff_id !== undefined) platform.lists.bookings.set(id, { ...row, staff_name: 'Ann Cooper' });
    }
    clock.set(61_000);
    await ask(indexed, 'list_bookings', { order: 'asc', per_page: 50 });
    for (const staff_id of ['Ann Cooper', 'Miller']) {
      const args = { staff_id, per_page: 5 };
      expect(await ask(indexed, 'list_bookings', args)).toEqual(await ask(scanning, 'list_bookings', args));
    }
  });
});
