import { expect, it } from 'vitest';
import { parseOpeningHours } from '../../../src/lib/time/opening-hours.ts';
import { absencesOn, hoursOn, readOpeningHours } from '../../../src/lib/time/working-hours.ts';

/** The rules are those of the embedded platform, which `test/business/rules` tries. */
const WEEKLY = parseOpeningHours('Mon-Fri 08:00-12:00,13:00-17:00');
// 2199-07-01 is a Monday.
const DATE = '2199-07-01';
const day = { from: DATE, to: DATE };
const all: string[] = [];

/** As a platform lists them. */
const ONE_OF_TWO = {
  special_hours: [
    { ...day, hours: '10:00-14:00', staff: all },
    { from: DATE, to: '2199-07-02', hours: '09:00-10:00', staff: all },
  ],
};

const short = (periods: readonly { from: number; to: number }[] | undefined) =>
  periods?.map(({ from, to }) => `${from / 60}-${to / 60}`).join(' ');

it.each([
  ['closes a day with a closure', { closures: [day] }, undefined, ''],
  ['has the usual hours without exceptions', {}, undefined, '8-12 13-17'],
  ['has the last special hours of a day', special(['09:00-10:00', all], ['10:00-14:00', all]), undefined, '10-14'],
  [
    'has the special hours of a person before those of all',
    special(['06:00-09:00', ['lee']], ['10:00-14:00', all]),
    true,
    '6-9',
  ],
  ['has the special hours of one day before those of more days', ONE_OF_TWO, undefined, '10-14'],
  ['ignores special hours of some people', special(['06:00-09:00', ['lee']]), undefined, '8-12 13-17'],
  ['ignores special hours that cannot be read', special(['before noon', all]), undefined, '8-12 13-17'],
  ['shortens the own hours of a person', special(['10:00-14:00', all]), true, '10-12 13-14'],
  ['replaces the hours of a person without own ones', special(['06:00-14:00', all]), false, '6-14'],
  ['replaces own hours by special hours that name the person', special(['06:00-09:00', ['lee']]), true, '6-9'],
])('a business %s', (_title, exceptions, hasOwnHours, expected) => {
  const worker = hasOwnHours === undefined ? undefined : { id: 'lee', hasOwnHours };
  expect(short(hoursOn(DATE, exceptions, WEEKLY, worker))).toBe(expected);
});

function special(...entries: [hours: string, staff: string[]][]) {
  return { special_hours: entries.map(([hours, staff]) => ({ ...day, hours, staff })) };
}

it('hours stay unknown if the weekly ones are, unless special hours replace them or the day is closed', () => {
  expect(readOpeningHours('when the sun shines')).toBeUndefined();
  expect(hoursOn(DATE, {}, undefined)).toBeUndefined();
  expect(short(hoursOn(DATE, special(['10:00-14:00', all]), undefined))).toBe('10-14');
  expect(hoursOn(DATE, special(['10:00-14:00', all]), undefined, { id: 'lee', hasOwnHours: true })).toBeUndefined();
  expect(hoursOn(DATE, { closures: [day] }, undefined)).toEqual([]);
});

it('an absence takes the part of a date between its ends, and none if an end has another form', () => {
  const on = (from: string, to: string) => short(absencesOn(DATE, [{ from, to }]));
  expect(on('2199-07-01', '2199-07-01')).toBe('0-24');
  expect(on('2199-06-30T12:00', '2199-07-01T09:30')).toBe('0-9.5');
  expect(on('2199-07-01T15:00', '2199-07-02')).toBe('15-24');
  expect(on('2199-07-02', '2199-07-03')).toBe('');
  expect(on('2199-07-01', 'later')).toBe('');
  expect(
    absencesOn(DATE, [
      { from: '2199-07-01T15:00', to: '2199-07-01T16:00' },
      { from: DATE, to: '2199-07-01T09:00' },
    ]),
  ).toEqual([
    { from: 0, to: 540 },
    { from: 900, to: 960 },
  ]);
});
