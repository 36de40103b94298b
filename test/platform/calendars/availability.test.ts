import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Availability } from '../../../src/contract/index.ts';
import type { Platform } from '../../../src/platform/index.ts';
import { type CallOptions, processClient } from '../support/client.ts';
import { eventually } from '../support/salon.ts';
import { type Office, openOffice, PERSON, tomorrow } from './office.ts';

const COLLEAGUE = 'st_2_a';
const SERVICE = 'sv_cut_a';
const iso = (time: number) => new Date(time).toISOString();

let office: Office;
let platform: Platform;
beforeEach(async () => {
  office = await openOffice();
  platform = await office.open();
});
afterEach(() => office.close());

const send = (method: string, path: string, options: CallOptions = {}) =>
  processClient(platform.fetch)(method, path, { key: platform.issueProcessKey().reveal(), ...options });

async function availability(staffId = PERSON): Promise<Availability> {
  const window = `from=${iso(tomorrow.start - 3_600_000)}&to=${iso(tomorrow.end + 3_600_000)}`;
  const { body } = await send('GET', `/v1/availability?service_id=${SERVICE}&staff_id=${staffId}&${window}`);
  return body.data as unknown as Availability;
}

let serial = 0;
function book(start: number, staff_id?: string) {
  const contact = { name: 'Nora New', email: `nora.${++serial}@example.com` };
  const body = { service_id: SERVICE, start_time: iso(start), contact, ...(staff_id ? { staff_id } : {}) };
  return send('POST', '/v1/bookings', { body });
}

describe('busy times of a private calendar', () => {
  beforeEach(async () => {
    await office.setAddress(office.url);
    await eventually(async () => (await office.busy())?.state).toBe('fresh');
  });

  it('block the starts that meet them, and no others', async () => {
    const found = await availability();
    // The service takes half an hour.
    expect(found.free.map(({ from, to }) => [Date.parse(from), Date.parse(to)])).toEqual([
      [tomorrow.start - 3_600_000, tomorrow.start - 30 * 60_000],
      [tomorrow.end, tomorrow.end + 45 * 60_000],
    ]);
    expect(found.calendars).toEqual([]);
    expect((await availability(COLLEAGUE)).free).toHaveLength(1);
  });

  it('cannot be booked with this person, and go to a colleague', async () => {
    const refused = await book(tomorrow.start, PERSON);
    expect(refused).toMatchObject({ status: 400, body: { error: 'slot_unavailable' } });
    expect(refused.body.next_start_time).toBe(iso(tomorrow.end).replace('.000Z', 'Z'));
    expect((await book(tomorrow.start)).body.data.staff_id).toBe(COLLEAGUE);
    expect((await book(tomorrow.end, PERSON)).status).toBe(200);
  });
});

describe('a calendar that has never been read', () => {
  beforeEach(() => {
    office.answer((_request, response) => void response.writeHead(500).end());
    return office.setAddress(office.url);
  });

  it('leaves times on offer, and the answer says that the person may be busy', async () => {
    const found = await availability();
    expect(found.free).toHaveLength(1);
    expect(found.calendars).toEqual([{ staff_id: PERSON, state: 'unknown', as_of: null }]);
    expect((await availability(COLLEAGUE)).calendars).toEqual([]);
  });

  it('makes a booking go to a person who is known to be free, unless it names another', async () => {
    for (const staff of [COLLEAGUE, PERSON]) {
      expect((await book(tomorrow.start)).body.data.staff_id).toBe(staff);
    }
    expect((await book(tomorrow.end, PERSON)).body.data.staff_id).toBe(PERSON);
  });
});
