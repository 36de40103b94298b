import { afterAll, beforeAll, expect, it } from 'vitest';
import { CALLER, confirmed, openVoiceOffice, type VoiceOffice } from './support/office.ts';

/** Models write the time that a caller prefers behind the date. Now it is Monday, 2 March 2026, 10:00. */
let office: VoiceOffice;
beforeAll(async () => {
  office = await openVoiceOffice();
  const taken = { service: 'Cleaning', staff: 'Jin Kim', start: '2026-03-05T14:30', caller_name: 'Ann Archer' };
  await confirmed(office.as(CALLER), 'create_booking', taken);
});
afterAll(() => office?.close());

const find = async (date: string, more: object = {}) =>
  (await office.as(CALLER)('find_open_times', { service: 'Cleaning', staff: 'Jin Kim', date, ...more })).text;

it.each([
  ['is free', '2026-03-06T14:30', 'Friday the 6th: 14:15, 14:30 and 14:45 are free. There are more times.'],
  [
    'is free, with seconds',
    '2026-03-06 14:30:00',
    'Friday the 6th: 14:15, 14:30 and 14:45 are free. There are more times.',
  ],
  ['is taken', '2026-03-05T14:30', 'Thursday the 5th: 13:15, 13:30 and 15:30 are free. There are more times.'],
  ['is before opening', '2026-03-06T06:00', 'Friday the 6th: 8:00, 8:15 and 8:30 are free. There are more times.'],
  ['is no time', '2026-03-06T25:00', 'Friday the 6th: 8:00 to 11:15 and 13:00 to 16:15 are free.'],
])('the free times nearest to a preferred time that %s are said first', async (_how, date, expected) => {
  expect(await find(date)).toBe(expected);
});

it('a part of the day that is said too and has the time changes nothing about the answer', async () => {
  const date = '2026-03-06T14:30';
  expect(await find(date, { part_of_day: 'afternoon' })).toBe(await find(date));
});

it('a preferred time on a closed day changes nothing about the answer', async () => {
  expect(await find('2026-03-07T14:30')).toBe(await find('2026-03-07'));
});
