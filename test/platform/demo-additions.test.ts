import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../src/lib/logging/logger.ts';
import { type ManualClock, manualClock } from '../support/clock.ts';
import { newDatabase, type TestDatabase } from '../support/engines.ts';
import { type StartedPlatform, startPlatform } from '../support/platform.ts';
import { addGenericSource, endedCall, type GenericSource } from '../voice/support/generic-source.ts';
import { httpClient, type Send } from './support/client.ts';

/** The demo business as people use it who try the program with it: a source reports calls, a calendar is subscribed. */
const DAY_MS = 24 * 60 * 60_000;
/** A Wednesday morning of the practice, in New York. */
const START = '2026-03-11T14:00:00Z';

let test: TestDatabase;
let clock: ManualClock;
let demo: StartedPlatform;
let send: Send;
let source: GenericSource;
let log: string[];

beforeEach(async () => {
  test = await newDatabase();
  clock = manualClock(START);
  log = [];
  const logger = createLogger({ level: 'info', format: 'json', write: (line) => log.push(line) });
  demo = await startPlatform({ demo: true, clock, database: test.database, logger });
  source = await addGenericSource(demo.platform, demo.url);
  const key = await demo.key();
  const client = httpClient(demo.url);
  send = (method, path, options) => client(method, path, { key, ...options });
});
afterEach(async () => {
  await demo.close();
  await test.remove();
});

const bookDuring = async (reference: string) => {
  const service_id = 'svc_new_patient';
  const window = 'from=2026-05-12T00:00:00Z&to=2026-05-13T00:00:00Z';
  const availability = await send<{ data: { free: { from: string }[] } }>(
    'GET',
    `/v1/availability?service_id=${service_id}&${window}`,
  );
  const contact = { name: 'Robin Tester', email: 'robin@example.com', phone: null };
  const made = await send('POST', '/v1/bookings', {
    headers: { 'x-call-reference': reference },
    body: { service_id, start_time: availability.body.data.free[0]?.from, contact },
  });
  expect(made.body.data).toMatchObject({ call_reference: reference });
  return made.body.data.id;
};
const report = (id: string) =>
  source.send(endedCall(id, { started_at: START }), { age: (Date.now() - clock.now()) / 1_000 });
const callOf = async (id: unknown) => (await send('GET', `/v1/calls/${id}`)).body.data;
const reports = async () => (await demo.platform.callSources.log({ limit: 10 })) ?? [];

describe('what people add to the demo business', () => {
  it('a reported call stays with its report when the demo moves to the next day', async () => {
    const { call_id } = (await report('c-1')).body;
    const before = await reports();
    expect(before).toMatchObject([{ callId: call_id }]);
    clock.advance(DAY_MS);
    expect(await callOf(call_id)).toMatchObject({ call_reference: 'c-1' });
    expect(await reports()).toEqual(before);
  });

  it('a reported call is linked to the booking that was made in it, although its report arrives on the next day', async () => {
    const booking_id = await bookDuring('c-1');
    clock.advance(DAY_MS);
    expect((await send('GET', `/v1/bookings/${booking_id}`)).status).toBe(200);
    const { call_id } = (await report('c-1')).body;
    expect(await callOf(call_id)).toMatchObject({ booking_id, outcome: 'booked' });
  });

  it('a reported call is lost with its report when the demo is reset or removed', async () => {
    for (const action of ['reset', 'remove'] as const) {
      const { call_id } = (await report('c-1')).body;
      expect((await send('GET', `/v1/calls/${call_id}`)).status).toBe(200);
      await demo.platform.demo[action]();
      expect((await send('GET', `/v1/calls/${call_id}`)).status).toBe(404);
      expect(await reports()).toEqual([]);
    }
  });

  it('a calendar feed of the demo ends when the demo is removed', async () => {
    const { path } = await demo.platform.calendarFeeds.add({ masked: false });
    const status = async () => (await fetch(demo.url + path.reveal())).status;
    await demo.platform.demo.reset();
    expect(await status()).toBe(200);
    await demo.platform.demo.remove();
    expect(await status()).toBe(404);
    expect(await demo.platform.calendarFeeds.list()).toEqual([]);
  });

  it('a demo that cannot be moved to the next day answers with the records of the day before, and follows the day again when it can', async () => {
    const moved = () => send('GET', '/v1/calls?per_page=1').then(({ body }) => body.data[0]?.started_at);
    const before = await moved();
    const other = 'other_program_calls';
    await test.direct(
      `create table ${other} (call_id text references calls (id))`,
      `insert into ${other} select id from calls`,
    );
    clock.advance(DAY_MS);
    expect(await moved()).toBe(before);
    const warned = () => log.filter((line) => line.includes("the demo's records stay those of an earlier day"));
    expect(warned()).toHaveLength(1);
    await test.direct(`drop table ${other}`);
    clock.advance(60_000);
    expect(await moved()).not.toBe(before);
    expect(warned()).toHaveLength(1);
    expect(log.join()).toContain("the demo's records follow the day again");
  });
});
