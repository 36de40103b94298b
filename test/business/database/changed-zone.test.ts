import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/lib/json.ts';
import { connect, field, type TestClient } from '../../support/clients.ts';
import { newDatabase, type TestDatabase, temporaryFolder } from '../../support/engines.ts';
import { cleanEnvironment, runProgram } from '../../support/program.ts';

/** An owner changes the zone of the business with a command while an agent talks to a running server. */
const folder = temporaryFolder();
let test: TestDatabase;
let agent: TestClient;
const env = () => cleanEnvironment(folder, { RCPT_DATABASE: test.database, RCPT_TOOLSETS: 'bookings,account' });

async function apply(zone: string, country: string): Promise<void> {
  const file = join(folder, 'business.yaml');
  await writeFile(
    file,
    `{ name: Salon, time_zone: ${zone}, country: ${country}, currency: EUR, opening_hours: ["daily 08:00-18:00"],
       services: [{ id: cut, name: Cut, duration: 30m, staff: all }], staff: [{ id: sam, name: Sam }],
       rules: { slot_interval: 30m } }`,
  );
  const { code, stderr } = await runProgram(['business', 'apply', file, '--yes'], env());
  expect(code, stderr).toBe(0);
}

beforeAll(async () => {
  test = await newDatabase();
  await apply('Europe/Berlin', 'DE');
  agent = await connect('v2 2026-07-28', { args: [], env: env() });
});
afterAll(async () => {
  await agent?.close();
  await test?.remove();
  await rm(folder, { recursive: true, force: true });
});

it('a running server reads a local time in the zone that the business has by now', async () => {
  const call = async (name: string, args: JsonObject = {}) => {
    const answer = await agent.call(name, args);
    expect(answer.isError, answer.text).toBe(false);
    return answer.data as JsonObject;
  };
  expect(await call('get_account_context')).toMatchObject({ time_zone: 'Europe/Berlin', default_country: 'DE' });
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  for (const [zone, country] of [
    ['America/New_York', 'US'],
    ['Asia/Tokyo', 'JP'],
  ] as const) {
    await apply(zone, country);
    const free = await call('find_open_times', { service_id: 'cut', from: day, to: day, limit: 1 });
    const start_time = `${day}T08:00`;
    expect(field(free.times, 0, 'start_local')).toMatch(start_time);
    const contact = { contact_name: zone.slice(0, 4), contact_email: 'ann@example.com' };
    const { booking, time_zone } = await call('create_booking', { service_id: 'cut', start_time, ...contact });
    expect(time_zone).toBe(zone);
    const [offered, booked] = [field(free.times, 0, 'start_local'), field([booking], 0, 'start_time')];
    expect(new Date(String(booked))).toEqual(new Date(String(offered)));
    expect(await call('get_account_context')).toMatchObject({ time_zone: zone, default_country: country });
  }
});
