import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPlatform, type Platform } from '../../src/platform/index.ts';
import { newDatabase, type TestDatabase } from '../support/engines.ts';
import { startChild } from './support/child.ts';
import { processClient, type Send } from './support/client.ts';
import { smallBusiness } from './support/fixture.ts';

const PROCESSES = 5;
const REQUESTS = 6;
const SLOT = '2026-09-01T10:00:00Z';

let test: TestDatabase;
let platform: Platform;
let send: Send;
let answers: { status: number; error?: string; staff?: string }[];

beforeAll(async () => {
  test = await newDatabase();
  const { database } = test;
  const children = Array.from({ length: PROCESSES }, () =>
    startChild('open-and-book.ts', [database, SLOT, String(REQUESTS)]),
  );
  const nextLines = () => Promise.all(children.map((child) => child.line()));
  expect(await nextLines()).toEqual(children.map(() => 'loaded'));
  for (const child of children) child.go();
  expect(await nextLines()).toEqual(children.map(() => 'ready'));
  for (const child of children) child.go();
  answers = (await nextLines()).flatMap((line) => JSON.parse(line));
  expect(await Promise.all(children.map((child) => child.ended))).toEqual(children.map(() => 0));
  platform = await openPlatform({ database, business: smallBusiness('other') });
  send = processClient(platform.fetch);
});
afterAll(async () => {
  await platform.close();
  await test.remove();
});

const list = async (path: string) => (await send('GET', path, { key: platform.issueProcessKey().reveal() })).body;

it('several processes that open a new database concurrently seed it once', async () => {
  expect(platform.team.id).toBe('team_a');
  expect((await list('/v1/services')).meta.total).toBe(3);
  expect((await list('/v1/calls')).meta.total).toBe(2);
});

it('concurrent bookings of a slot succeed once per available staff member, the others get slot_unavailable', async () => {
  const won = answers.filter((answer) => answer.status === 200);
  const lost = answers.filter((answer) => answer.status === 400 && answer.error === 'slot_unavailable');
  expect(won.length + lost.length).toBe(PROCESSES * REQUESTS);
  expect(won.map((answer) => answer.staff).toSorted()).toEqual(['st_1_a', 'st_2_a']);
  const booked = (await list('/v1/bookings?per_page=100')).data.filter((booking) => booking.start_time === SLOT);
  expect(booked.map((booking) => booking.staff_id).toSorted()).toEqual(['st_1_a', 'st_2_a']);
});

it('refused bookings store no booking and no contact', async () => {
  const bookings = await list('/v1/bookings');
  expect(bookings.meta.total).toBe(smallBusiness().bookings.length + 2);
  const crowd = (await list('/v1/contacts?per_page=100')).data.filter((contact) => contact.name === 'Crowd');
  expect(crowd.length).toBeLessThanOrEqual(2);
});
