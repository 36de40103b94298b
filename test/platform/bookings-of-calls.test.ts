import { afterEach, beforeEach, expect, it } from 'vitest';
import { bookingsInCalls } from '../support/bookings-in-calls.ts';
import { type StartedPlatform, startPlatform } from '../support/platform.ts';
import { addGenericSource, endedCall, type GenericSource } from '../voice/support/generic-source.ts';

/** Several bookings that are made, moved and cancelled in one call. */
let started: StartedPlatform;
let source: GenericSource;
let office: Awaited<ReturnType<typeof bookingsInCalls>>;
beforeEach(async () => {
  started = await startPlatform({ demo: true });
  source = await addGenericSource(started.platform, started.url);
  office = await bookingsInCalls(started);
});
afterEach(() => started.close());

const PHONE = '+12125550123';
const book = (reference: string, name: string) => office.book(reference, name, PHONE);
const move = (reference: string, id: string) => office.move(reference, id);
const cancel = (reference: string, id: string) => office.cancel(reference, id);
const report = async (reference: string, more: object = {}) =>
  (await source.send(endedCall(reference, { started_at: new Date().toISOString(), ...more }))).body.call_id as string;
const call = (id: string) => office.send<Record<string, unknown>>('GET', `calls/${id}`);

it('a call has all bookings that were made in it, in their order, and was booked while one of them stands', async () => {
  const own = await book('c-1', 'Ana Díaz');
  const child = await book('c-1', 'Eva Díaz');
  const id = await report('c-1');
  expect(await call(id)).toMatchObject({ outcome: 'booked', booking_id: child, booking_ids: [own, child] });

  await cancel('c-1', child);
  expect(await call(id)).toMatchObject({ outcome: 'booked', booking_id: own, booking_ids: [own, child] });

  await cancel('c-1', own);
  expect(await call(id)).toMatchObject({ outcome: 'cancelled', booking_id: own, booking_ids: [own, child] });
});

it('a call in which one booking is cancelled and another one moved or made has the outcome of the one that stands', async () => {
  const [first, second] = [await book('c-0', 'Ana Díaz'), await book('c-0', 'Ana Díaz')];
  await move('c-1', first);
  await cancel('c-1', second);
  const id = await report('c-1');
  expect(await call(id)).toMatchObject({ outcome: 'rescheduled', booking_id: first, booking_ids: [first, second] });
  const third = await book('c-1', 'Ana Díaz');
  expect(await call(id)).toMatchObject({
    outcome: 'booked',
    booking_id: third,
    booking_ids: [first, second, third],
  });
  await cancel('c-1', third);
  expect(await call(id)).toMatchObject({ outcome: 'rescheduled', booking_id: first });
});

it('a booking stays one of its call when a later call moves it, and is also one of that call', async () => {
  const [own, child] = [await book('c-1', 'Ana Díaz'), await book('c-1', 'Eva Díaz')];
  await move('c-2', own);
  expect(await call(await report('c-1'))).toMatchObject({ outcome: 'booked', booking_ids: [own, child] });
  expect(await call(await report('c-2'))).toMatchObject({ outcome: 'rescheduled', booking_ids: [own] });
});

it('a call without bookings has an empty list of them, and a call of the demo its only one', async () => {
  expect(await call(await report('c-1'))).toMatchObject({ booking_id: null, booking_ids: [] });
  const calls = await office.send<{ id: string; outcome: string }[]>('GET', 'calls?per_page=100');
  const booked = await call(calls.find(({ outcome }) => outcome === 'booked')?.id ?? '');
  expect(booked.booking_ids).toEqual([booked.booking_id]);
});

it('a call of another day with the same id has none of the bookings, whether it is reported before or after them', async () => {
  const before = await report('c-1', { started_at: '2024-01-07T15:00:00Z', outcome: 'question_answered' });
  const own = await book('c-1', 'Ana Díaz');
  const other = await addGenericSource(started.platform, started.url, 'another desk');
  const after = await other.send(
    endedCall('c-1', { started_at: '2024-03-07T15:00:00Z', outcome: 'question_answered' }),
  );
  const third = await addGenericSource(started.platform, started.url, 'third desk');
  const now = await third.send(endedCall('c-1', { started_at: new Date().toISOString() }));
  for (const id of [before, String(after.body.call_id)])
    expect(await call(id)).toMatchObject({ outcome: 'question_answered', booking_id: null, booking_ids: [] });
  expect(await call(String(now.body.call_id))).toMatchObject({
    outcome: 'booked',
    booking_id: own,
    booking_ids: [own],
  });
});

it('a search of calls has their bookings, too', async () => {
  const [own, child] = [await book('c-1', 'Ana Díaz'), await book('c-1', 'Eva Díaz')];
  await report('c-1', { summary: 'Zinnober for two.' });
  expect(await office.send('GET', 'search/calls?query=zinnober')).toMatchObject([{ booking_ids: [own, child] }]);
});

it('an unknown caller has the name of the bookings if all of them have the same one', async () => {
  await book('c-1', 'Ana Díaz');
  await book('c-1', 'Ana Diaz');
  expect(await call(await report('c-1'))).toMatchObject({ contact_name: 'Ana Díaz' });
});

it('an unknown caller who books for several people has none of their names', async () => {
  await book('c-1', 'Eva Díaz');
  await book('c-1', 'Ana Díaz');
  const id = await report('c-1');
  expect(await call(id)).toMatchObject({ phone: PHONE, contact_id: null, contact_name: null });
  await report('c-1', { summary: 'Books for two.' });
  expect(await call(id)).toMatchObject({ summary: 'Books for two.', contact_id: null });
});

it('a call loses the name of its only booking when it books for another person after its report', async () => {
  await book('c-1', 'Eva Díaz');
  const id = await report('c-1');
  expect(await call(id)).toMatchObject({ contact_name: 'Eva Díaz' });
  await book('c-1', 'Ana Díaz');
  expect(await call(id)).toMatchObject({ contact_id: null, contact_name: null });
});

it('the contact whose number calls is the caller, also if all bookings are for others', async () => {
  await office.send('POST', 'contacts', { body: { name: 'Ana Díaz', phone: PHONE } });
  await book('c-1', 'Eva Díaz');
  await book('c-1', 'Tim Díaz');
  expect(await call(await report('c-1'))).toMatchObject({ contact_name: 'Ana Díaz' });
});
