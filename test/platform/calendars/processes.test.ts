import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Child, startChild } from '../support/child.ts';
import { eventually } from '../support/salon.ts';
import { stopChild } from '../support/stop-child.ts';
import { calendar } from './cases.ts';
import { eventAt, goodCalendar, type Office, openOffice, QUICK_READING, sends, tomorrow } from './office.ts';

const LEASE_MS = 5_000;
/** Each calendar is read once in a test. */
const ONCE = { ...QUICK_READING, intervalMs: 3_600_000, timeoutMs: 60_000, leaseMs: LEASE_MS };
let office: Office;
let children: Child[] = [];
beforeEach(async () => {
  office = await openOffice();
});
afterEach(async () => {
  for (const child of children) child.kill();
  await Promise.all(children.map((child) => child.ended));
  children = [];
  await office.close();
});

async function start(): Promise<Child> {
  const child = startChild('read-calendars.ts', [office.test.database, JSON.stringify(ONCE)]);
  children.push(child);
  expect(await child.line()).toBe('ready');
  return child;
}
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const paths = () => office.requests.map(({ url }) => url);

it('two processes read each calendar once', async () => {
  await Promise.all([start(), start()]);
  await office.setAddress(office.url);
  await office.setAddress(`${office.url}?second`, 'st_2_a');
  await eventually(async () => (await office.busy())?.state).toBe('fresh');
  await pause(1_000);
  expect(paths()).toHaveLength(2);
});

it('a calendar that a killed process was reading is read by another one when the lease has ended', async () => {
  office.answer(() => {});
  await office.setAddress(office.url);
  const killed = await start();
  await eventually(() => office.requests.length).toBe(1);
  killed.kill();
  office.answer(sends(goodCalendar));
  await start();
  await eventually(async () => (await office.busy())?.state).toBe('fresh');
  expect(office.requests).toHaveLength(2);
});

it('a process that closes leaves what it was reading to the others at once', async () => {
  office.answer(() => {});
  await office.setAddress(office.url);
  const closing = await start();
  await eventually(() => office.requests.length).toBe(1);
  office.answer(sends(goodCalendar));
  closing.end();
  expect(await closing.ended).toBe(0);
  const startedAt = performance.now();
  await office.open(ONCE);
  await eventually(async () => (await office.busy())?.state).toBe('fresh');
  expect(performance.now() - startedAt).toBeLessThan(LEASE_MS);
});

it('a process that was stopped for longer than its lease does not overwrite what another one has read', async () => {
  const waiting: ServerResponse[] = [];
  office.answer((_request, response) => void waiting.push(response));
  await office.setAddress(office.url);
  const stopped = await start();
  await eventually(() => waiting.length).toBe(1);
  await stopChild(stopped, office.test);
  const moved = { start: tomorrow.start + 3_600_000, end: tomorrow.end + 3_600_000 };
  office.answer(sends(calendar(eventAt(moved))));
  await start();
  await eventually(async () => (await office.busy())?.busy).toEqual([moved]);
  waiting[0]?.writeHead(200).end(goodCalendar);
  stopped.signal('SIGCONT');
  await pause(1_000);
  expect((await office.busy())?.busy).toEqual([moved]);
});
