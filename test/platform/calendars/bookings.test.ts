import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/lib/json.ts';
import type { Platform } from '../../../src/platform/index.ts';
import { type CallOptions, processClient } from '../support/client.ts';
import { eventually } from '../support/salon.ts';
import { type Office, openOffice, PERSON, tomorrow } from './office.ts';

const COLLEAGUE = 'st_2_a';
const iso = (time: number) => new Date(time).toISOString();
const NEVER_READ = [{ staff_id: PERSON, state: 'unknown', as_of: null }];

let office: Office;
let platform: Platform;
beforeEach(async () => {
  office = await openOffice();
  platform = await office.open();
});
afterEach(() => office.close());

const send = (method: string, path: string, options: CallOptions = {}) =>
  processClient(platform.fetch)(method, path, { key: platform.issueProcessKey().reveal(), ...options });

let serial = 0;
function book(start: number, staff_id: string) {
  const contact = { name: 'Nora New', email: `nora.${++serial}@example.com` };
  return send('POST', '/v1/bookings', {
    body: { service_id: 'sv_cut_a', start_time: iso(start), contact, staff_id },
  });
}

async function change(id: unknown, body: JsonObject) {
  const answer = await send('PUT', `/v1/bookings/${id}`, { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
}

describe('a booking with a person whose private calendar has never been read', () => {
  beforeEach(() => {
    office.answer((_request, response) => void response.writeHead(500).end());
    return office.setAddress(office.url);
  });

  it('names the calendar in the response to its creation, and nowhere else', async () => {
    const made = await book(tomorrow.start, PERSON);
    expect(made.body.data.calendars).toEqual(NEVER_READ);
    const path = `/v1/bookings/${made.body.data.id}`;
    const read = await send('GET', path);
    expect(read.body.data).not.toHaveProperty('calendars');
    expect(read.headers.get('etag')).toBe(made.headers.get('etag'));
    const listed = await send('GET', '/v1/bookings');
    expect(listed.body.data[0]).toMatchObject({ id: made.body.data.id });
    expect(listed.body.data[0]).not.toHaveProperty('calendars');
    const cancelled = await send('POST', `${path}/cancel`, { body: {} });
    expect(cancelled.body.data).not.toHaveProperty('calendars');
  });

  it('names the calendar whenever it is moved or given to the person, also if it is so already', async () => {
    const { id } = (await book(tomorrow.start, COLLEAGUE)).body.data;
    expect((await change(id, { staff_id: PERSON })).calendars).toEqual(NEVER_READ);
    // Without the person it would go to the colleague, who is known to be free.
    const later = { start_time: iso(tomorrow.end), staff_id: PERSON };
    expect((await change(id, later)).calendars).toEqual(NEVER_READ);
    expect((await change(id, later)).calendars).toEqual(NEVER_READ);
    for (const body of [{ start_time: iso(tomorrow.end) }, { service_id: 'sv_cut_a' }])
      expect((await change(id, body)).calendars).toEqual(NEVER_READ);
    expect((await change(id, { staff_id: COLLEAGUE })).calendars).toEqual([]);
  });

  it('names no calendar if only its notes or its customer change', async () => {
    const { id } = (await book(tomorrow.start, PERSON)).body.data;
    for (const body of [{ notes: 'By telephone' }, { contact: { name: 'Nora Newer' } }])
      expect(await change(id, body)).not.toHaveProperty('calendars');
  });

  it('names no calendar if it is with a colleague who has none', async () => {
    expect((await book(tomorrow.start, COLLEAGUE)).body.data.calendars).toEqual([]);
  });

  it('keeps the calendar out of its events', async () => {
    const before = await platform.events.since(undefined, 0, { teamId: platform.team.id });
    const { id } = (await book(tomorrow.start, PERSON)).body.data;
    await change(id, { start_time: iso(tomorrow.end) });
    const { events } = await platform.events.since(before.sequence, 100, { teamId: platform.team.id });
    expect(events.map(({ type }) => type)).toEqual(['booking.created', 'booking.updated']);
    expect(JSON.stringify(events)).not.toContain('calendars');
  });
});

it('a booking names no private calendar that is up to date, and the time of the last copy if reading fails since', async () => {
  await office.setAddress(office.url);
  await eventually(async () => (await office.busy())?.state).toBe('fresh');
  const { body } = await book(tomorrow.end, PERSON);
  expect(body.data.calendars).toEqual([]);
  expect((await change(body.data.id, { start_time: iso(tomorrow.end + 3_600_000) })).calendars).toEqual([]);
  office.answer((_request, response) => void response.writeHead(500).end());
  await eventually(async () => (await office.busy())?.state).toBe('stale');
  const asOf = iso((await office.busy())?.asOf ?? 0).replace('.000Z', 'Z');
  const stale = [{ staff_id: PERSON, state: 'stale', as_of: asOf }];
  expect((await book(tomorrow.end, PERSON)).body.data.calendars).toEqual(stale);
  expect((await change(body.data.id, { start_time: iso(tomorrow.end + 7_200_000) })).calendars).toEqual(stale);
});
