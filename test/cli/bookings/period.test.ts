import { expect, it } from 'vitest';
import { readPeriod } from '../../../src/cli/bookings/period.ts';

const ZONE = 'Europe/Vienna';
const iso = (time: number) => new Date(time).toISOString().replace(':00.000Z', 'Z');
const read = (from?: string, to?: string, now = '2025-11-23T12:00:00Z', zone = ZONE) => {
  const { first, last, start, end } = readPeriod({ from, to }, zone, Date.parse(now));
  return [`${first} to ${last}`, `${iso(start)} to ${iso(end)}`];
};

it.each([
  ['last month', undefined, undefined, '2025-10-01 to 2025-10-31'],
  ['the month of --from', '2025-02', undefined, '2025-02-01 to 2025-02-28'],
  ['February of a leap year', '2024-02', undefined, '2024-02-01 to 2024-02-29'],
  ['months from the first to the last', '2025-10', '2025-12', '2025-10-01 to 2025-12-31'],
  ['a day until today', '2025-11-02', undefined, '2025-11-02 to 2025-11-23'],
  ['a month until a day', '2025-10', '2025-11-02', '2025-10-01 to 2025-11-02'],
  ['one day', '2025-11-02', '2025-11-02', '2025-11-02 to 2025-11-02'],
  ['today', 'today', 'today', '2025-11-23 to 2025-11-23'],
  ['a month until tomorrow', '2025-11', 'tomorrow', '2025-11-01 to 2025-11-24'],
])('a list of bookings can be of %s', (_what, from, to, expected) => {
  expect(read(from, to)[0]).toBe(expected);
});

it('last month is that of the business, also on the first hours of a year', () => {
  expect(read(undefined, undefined, '2025-12-31T23:30:00Z')).toEqual([
    '2025-12-01 to 2025-12-31',
    '2025-11-30T23:00Z to 2025-12-31T23:00Z',
  ]);
  expect(read(undefined, undefined, '2025-12-31T23:30:00Z', 'America/New_York')[0]).toBe('2025-11-01 to 2025-11-30');
});

it('a month begins and ends at midnight of the business, on both sides of a clock change', () => {
  expect(read('2025-10')[1]).toBe('2025-09-30T22:00Z to 2025-10-31T23:00Z');
  expect(read('2025-04', '2025-04', undefined, 'Australia/Lord_Howe')[1]).toBe(
    '2025-03-31T13:00Z to 2025-04-30T13:30Z',
  );
});

it('the last day counts where its midnight is skipped by a clock change', () => {
  // In Beirut, 30 March 2025 began at 01:00.
  expect(read('2025-03-29', '2025-03-29', undefined, 'Asia/Beirut')).toEqual([
    '2025-03-29 to 2025-03-29',
    '2025-03-28T22:00Z to 2025-03-29T22:00Z',
  ]);
  expect(read('2025-03-30', '2025-03-30', undefined, 'Asia/Beirut')[0]).toBe('2025-03-30 to 2025-03-30');
});

it.each([
  [undefined, '2025-10', '--to needs --from: the first day, such as --from 2025-10-01.'],
  [undefined, 'yesterday', '--to needs --from: the first day, such as --from 2025-11-01.'],
  [undefined, 'last month', 'such as --from 2025-10-01.'],
  [undefined, '2025-10-15', 'such as --from 2025-10-01.'],
  [undefined, 'someday', '"someday" is no period'],
  ['2025-13', undefined, '"2025-13" is no period'],
  ['2025-02-30', '2025-03', '"2025-02-30 to 2025-03" is no period'],
  ['2025-10', '2025-09', '"2025-10 to 2025-09" is no period'],
  ['2025-12-01', undefined, '--from 2025-12-01 is ahead: state the last day, too, such as --to 2025-12-01.'],
  ['tomorrow', undefined, '--from tomorrow is ahead: state the last day, too, such as --to 2025-11-24.'],
  ['next week', undefined, '--from next week is ahead: state the last day, too, such as --to 2025-11-30.'],
  ['2025-11-31', undefined, '"2025-11-31" is no period'],
])('days from %s to %s are refused with advice', (from, to, message) => {
  expect(() => read(from, to)).toThrow(message);
});
