import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { VoiceCaller } from '../../../src/tools/voice/index.ts';
import { confirmed, openVoiceOffice, type VoiceOffice } from './support/office.ts';

/** A caller asks for a second appointment in words that are those of the first one. */
let office: VoiceOffice;
beforeAll(async () => {
  office = await openVoiceOffice();
});
afterAll(() => office?.close());
afterEach(async () => {
  for (const { id } of await office.booked()) await office.send('POST', `/bookings/${id}/cancel`, {});
});

const CLEANING = { service: 'cleaning', start: '2026-03-24T09:00', caller_name: 'Ann Archer' };
const KIM = 'Cleaning with Jin Kim on Tuesday the 24th at 9:00';

it.each([
  ['the same words', {}],
  ['another person', { staff: 'Sam Ortiz' }],
  ['a note', { note: 'For Tim' }],
])('a parent who gives the own name for a child, with %s, hears that only one is booked', async (title, more) => {
  const call = office.as({ phone: '+13035550161', callId: title });
  expect((await confirmed(call, 'create_booking', CLEANING)).done).toBe(`It is booked: ${KIM}.`);
  const second = { ...CLEANING, ...more };
  expect(await confirmed(call, 'create_booking', second)).toEqual({
    asked: `You already have ${KIM}.`,
    done: `You already have ${KIM}.`,
  });
  expect(await office.booked()).toHaveLength(1);
  const child = { ...second, caller_name: 'Tim Archer' };
  expect((await confirmed(call, 'create_booking', child)).done).toMatch(/^It is booked: Cleaning with Sam Ortiz /);
  expect(await office.booked()).toHaveLength(2);
});

it.each<[string, VoiceCaller, object]>([
  ['who is not checked', { phone: '+13035550162', callId: 'unchecked' }, {}],
  ['without a number', { phone: null, callId: 'withheld' }, { callback_number: '+13035550199' }],
])('a caller %s hears that an equal request with another person or note has booked nothing', async (...one) => {
  const [, caller, more] = one;
  const call = office.as(caller, { callerChecks: ['name'] });
  const first = { ...CLEANING, ...more };
  await confirmed(call, 'create_booking', first);
  for (const other of [{ staff: 'Sam Ortiz' }, { note: 'For Tim' }])
    expect((await confirmed(call, 'create_booking', { ...first, ...other })).done).toBe(`You already have ${KIM}.`);
  expect((await confirmed(call, 'create_booking', first)).done).toBe(`It is booked: ${KIM}.`);
  expect(await office.booked()).toHaveLength(1);
});

it('a second cancellation in the words of the first one is made, and both only once', async () => {
  const call = office.as({ phone: '+13035550163', callId: 'cancel' });
  await confirmed(call, 'create_booking', CLEANING);
  const said = { staff: 'Jin Kim' };
  expect((await confirmed(call, 'cancel_booking', said)).done).toBe(`It is cancelled: ${KIM}.`);
  await confirmed(call, 'create_booking', { ...CLEANING, ...said, start: '2026-03-26T09:00' });
  const { asked, done } = await confirmed(call, 'cancel_booking', said);
  const second = 'Cleaning with Jin Kim on Thursday the 26th at 9:00';
  expect(asked).toBe(`I would cancel ${second}. Is that right?`);
  expect(done).toBe(`It is cancelled: ${second}.`);
  expect((await call('cancel_booking', { ...said, confirmed: true })).text).toBe(done);
  expect(await office.booked()).toEqual([]);
});
