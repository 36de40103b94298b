import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { JsonObject } from '../../src/lib/json.ts';
import { connect, field, type TestClient } from '../support/clients.ts';
import { temporaryFolder } from '../support/platform.ts';
import { cleanEnvironment, runProgram } from '../support/program.ts';

/** A practice sets itself up and works for a day: the built program, its commands, and an agent over stdio. */
const CUSTOMERS = 200;
const BOOKINGS = 30;
const folder = temporaryFolder();
const database = join(folder, 'practice.db');
const environment = { RCPT_DATABASE: database, RCPT_TOOLSETS: 'account,bookings,contacts,services,setup' };
const env = cleanEnvironment(folder, { ...environment, RCPT_CONFIRM: 'destructive' });
let agent: TestClient;

const run = (...args: string[]) => runProgram([...args, '--database', database], env);
const call = async (name: string, args: JsonObject = {}) => {
  const answer = await agent.call(name, args);
  expect(answer.isError, answer.text).toBe(false);
  return answer.data as JsonObject;
};

/** The Tuesday that is at least three weeks ahead, and the days after it. */
const tuesday = (() => {
  const date = new Date(Date.now() + 21 * 86_400_000);
  while (date.getUTCDay() !== 2) date.setUTCDate(date.getUTCDate() + 1);
  return date.getTime();
})();
const day = (later: number) => new Date(tuesday + later * 86_400_000).toISOString().slice(0, 10);

const FILE = `
name: Bright Smile Dental
time_zone: America/Denver
country: US
currency: USD
opening_hours: ["Mon-Fri 08:00-12:00, 13:00-17:00"]
services:
  - { id: cleaning, name: Cleaning, duration: 45m, price: 115.00, buffer_after: 15m, staff: [kim, ortiz] }
  - { id: exam, name: New patient exam, duration: 1h, price: 189.00, staff: [lee, ibarra] }
staff:
  - { id: lee, name: Dr. Dana Lee, opening_hours: ["Mon-Thu 08:00-16:00"] }
  - { id: ibarra, name: Dr. Rafael Ibarra }
  - { id: kim, name: Jin Kim }
  - { id: ortiz, name: Sam Ortiz }
rules: { minimum_notice: 2h, booking_window: 90d, slot_interval: 15m, max_per_customer_and_day: 1 }
users: [{ email: pat@example.com, name: Pat Owner, role: owner }]
`;

const customer = (index: number) => ({
  name: `Customer ${index}`,
  phone: `+1303555${String(1000 + index)}`,
  email: `customer.${index}@example.com`,
});
const customers = () => Array.from({ length: CUSTOMERS }, (_, index) => customer(index).phone);
const customersFile = () =>
  [
    'Full name;Mobile;E-mail',
    ...Array.from({ length: CUSTOMERS }, (_, index) => Object.values(customer(index)).join(';')),
  ].join('\n');

beforeAll(async () => {
  await writeFile(join(folder, 'business.yaml'), FILE);
  await writeFile(join(folder, 'customers.csv'), customersFile());
});
afterAll(async () => {
  await agent?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Books the earliest free time of a day for a customer. */
async function bookFirst(index: number, service_id: string, date: string): Promise<JsonObject> {
  const { times } = await call('find_open_times', { service_id, from: date, to: date, limit: 1 });
  const { name, phone } = customer(index);
  const start_time = field(times, 0, 'start_local');
  const booked = await call('create_booking', { service_id, start_time, contact_name: name, contact_phone: phone });
  return booked.booking as JsonObject;
}

const bookings: JsonObject[] = [];

describe('a day of a practice', () => {
  it('begins with its file and its customers', async () => {
    expect(await run('business', 'plan', join(folder, 'business.yaml'))).toMatchObject({ code: 2 });
    expect(await run('business', 'apply', '--yes', join(folder, 'business.yaml'))).toMatchObject({ code: 0 });
    expect(await run('business', 'plan', join(folder, 'business.yaml'))).toMatchObject({ code: 0 });
    const imported = await run('contacts', 'import', join(folder, 'customers.csv'), '--yes');
    expect(imported, imported.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining('200') });

    agent = await connect('v2 2026-07-28', { args: [], env });
    expect(await call('get_account_context')).toMatchObject({ time_zone: 'America/Denver' });
    expect((await call('list_contacts', { per_page: 100 })).total).toBe(CUSTOMERS);
    const staff = (await call('list_staff')).items as JsonObject[];
    expect(staff.map(({ id }) => id)).toEqual(['ibarra', 'kim', 'lee', 'ortiz']);
  });

  it('takes bookings at free times, each for the customer that is known', async () => {
    for (let index = 0; index < BOOKINGS; index++) {
      const service = index % 3 === 0 ? 'exam' : 'cleaning';
      bookings.push(await bookFirst(index, service, day(Math.floor(index / 10))));
    }
    expect(new Set(bookings.map(({ id }) => id)).size).toBe(BOOKINGS);
    // No customer was entered twice.
    expect((await call('list_contacts', { per_page: 100 })).total).toBe(CUSTOMERS);
    for (const booking of bookings) {
      const local = String(booking.start_local).slice(11, 16);
      expect(local >= '08:00' && local < '17:00' && !(local >= '12:00' && local < '13:00'), local).toBe(true);
    }
  });

  it('gives no person two appointments at once, with the buffer between them', async () => {
    const byPerson = new Map<unknown, [number, number][]>();
    for (const { staff_id, start_time, end_time, service_id } of bookings) {
      const buffer = service_id === 'cleaning' ? 15 * 60_000 : 0;
      const spans = byPerson.get(staff_id) ?? [];
      spans.push([Date.parse(String(start_time)), Date.parse(String(end_time)) + buffer]);
      byPerson.set(staff_id, spans);
    }
    for (const spans of byPerson.values()) {
      spans.sort(([a], [b]) => a - b);
      for (const [index, [start]] of spans.entries()) expect(start).toBeGreaterThanOrEqual(spans[index - 1]?.[1] ?? 0);
    }
  });

  it('refuses what is against the rules, and says what is possible', async () => {
    const [first] = bookings;
    const again = { service_id: 'cleaning', contact_name: customer(0).name, contact_phone: customer(0).phone };
    const twice = await agent.call('create_booking', { ...again, start_time: `${day(0)}T16:00` });
    expect(twice.text).toMatch(/at most 1 booking/);
    const atNight = await agent.call('create_booking', { ...again, start_time: `${day(6)}T03:00` });
    expect(field(atNight.data, 'error')).toMatchObject({ changed: 'no' });
    expect(atNight.text).toMatch(/works for all 45 minutes/);
    expect(field(atNight.data, 'error', 'alternatives')).not.toEqual([]);
    expect(first).toMatchObject({ status: 'confirmed' });
  });

  it('closes a day: the answer names the bookings that no longer fit, and they are moved', async () => {
    const closed = day(1);
    await writeFile(join(folder, 'closed.yaml'), `closures: [{ from: ${closed}, reason: Burst pipe }]`);
    const asked = await agent.call('close_days', { from: closed, reason: 'Burst pipe' });
    const confirm_token = field(asked.data, 'question', 'repeat_with', 'confirm_token');
    const done = await call('close_days', { from: closed, reason: 'Burst pipe', confirm_token });
    const affected = done.affected_bookings as JsonObject[];
    const expected = bookings.filter(({ start_local }) => String(start_local).startsWith(closed));
    expect(affected.map(({ booking_id }) => booking_id).sort()).toEqual(expected.map(({ id }) => id).sort());
    expect(affected.length).toBe(10);
    const still = await run('business', 'plan', join(folder, 'closed.yaml'));
    expect(still.code).toBe(0);
    expect(still.stdout).toContain('10 bookings ahead do not fit; they did not before, either.\nWhat is booked stays');
    expect(still.stdout.match(/closed on that day \*$/gm)).toHaveLength(10);

    for (const { booking_id, service_name } of affected) {
      const service_id = service_name === 'Cleaning' ? 'cleaning' : 'exam';
      const { times } = await call('find_open_times', { service_id, from: day(3), to: day(3), limit: 1 });
      const moved = await call('update_booking', { booking_id, start_time: field(times, 0, 'start_local') });
      expect(field(moved, 'booking', 'start_local')).toMatch(new RegExp(`^${day(3)}`));
    }
    const checked = await call('close_days', { from: day(1), reason: 'Burst pipe', dry_run: true });
    expect(checked).toMatchObject({ changes: [], affected_total: 0 });
  });

  it('loses a person for a day: each booking has a number to call and a colleague who can take it', async () => {
    const away = { staff: 'kim', from: day(0), dry_run: true };
    const { affected_bookings: affected } = await call('set_time_off', away);
    expect(affected).not.toHaveLength(0);
    for (const { booking_id, contact_phone, free_with } of affected as JsonObject[]) {
      expect(customers()).toContain(contact_phone);
      const [colleague] = free_with as JsonObject[];
      if (!colleague) continue;
      expect(colleague).toEqual({ staff_id: 'ortiz', staff_name: 'Sam Ortiz' });
      const moved = await call('update_booking', { booking_id, staff_id: colleague.staff_id });
      expect(field(moved, 'booking', 'staff_name')).toBe('Sam Ortiz');
      break;
    }
    await writeFile(join(folder, 'ill.yaml'), `staff: [{ id: ortiz, time_off: [{ from: ${day(0)} }] }]`);
    const plan = await run('business', 'plan', join(folder, 'ill.yaml'));
    expect(plan.code).toBe(2);
    expect(plan.stdout).toMatch(/^ {4}\+1303555\d{4}(; free: Jin Kim)?$/m);
  });

  it('ends with a file that says what was changed by conversation', async () => {
    const exported = await run('business', 'export');
    expect(exported.code).toBe(0);
    const file = parse(exported.stdout) as JsonObject;
    expect(file.closures).toEqual([{ from: day(1), reason: 'Burst pipe' }]);
    await writeFile(join(folder, 'exported.yaml'), exported.stdout);
    expect(await run('business', 'plan', join(folder, 'exported.yaml'))).toMatchObject({ code: 0 });
    const customers = await run('contacts', 'export', '--json');
    expect(customers.code).toBe(0);
  });
});
