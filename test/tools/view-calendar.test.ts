import { describe, expect, it } from 'vitest';
import { type BusinessFacts, NO_FACTS, withHours } from '../../src/tools/views/business-facts.ts';
import { openDays, workingDays } from '../../src/tools/views/calendar.ts';
import { longestTurn } from '../business/rules/support/turns.ts';

/** The rules are those of the embedded platform, which `test/business/rules` tries. */
const FACTS: BusinessFacts = {
  opening_hours: 'Mon-Fri 08:00-12:00,13:00-17:00',
  closures: [
    { from: '2199-07-03', to: '2199-07-04', reason: 'Summer party' },
    { from: '2199-07-05', to: '2199-07-05', reason: null },
  ],
  special_hours: [
    { from: '2199-07-06', to: '2199-07-06', hours: '10:00-14:00', staff: [] },
    { from: '2199-07-08', to: '2199-07-08', hours: '06:00-09:00', staff: ['lee'] },
  ],
  staff: [
    { id: 'ana', name: 'Ana', time_off: [{ from: '2199-07-08T15:00', to: '2199-07-09' }] },
    { id: 'lee', name: 'Lee', opening_hours: 'Mon-Tue 12:00-20:00', time_off: [] },
    {
      id: 'kim',
      name: 'Kim',
      opening_hours: 'when the sun shines',
      time_off: [
        { from: '2199-07-01', to: '2199-07-02' },
        // In no form that is known.
        { from: '2199-07-03', to: 'later' },
      ],
    },
  ],
  services: [],
};
// 2199-07-01 is a Monday.
const DATES = ['01', '02', '03', '05', '06', '08', '09'].map((day) => `2199-07-${day}`);

/** The dates in a zone: without that of the business, it has the same one. */
const days = (dates: readonly string[], zone = 'UTC') => ({ dates, zone });

const short = (spans: readonly { from: string; to: string }[] = []) =>
  spans.map(({ from, to }) => `${from}-${to}`).join(',');

it.each([
  ['the platform states', { opening_hours: 'Mon 08:00-12:00' }, {}, 'Mon 08:00-12:00', undefined],
  ['the settings know', {}, { openingHours: 'Tue 08:00-12:00' }, 'Tue 08:00-12:00', undefined],
  [
    'the operator configured',
    { opening_hours: 'Mon 08:00-12:00' },
    { openingHours: 'Tue 08:00-12:00', isOpeningHoursConfigured: true },
    'Tue 08:00-12:00',
    undefined,
  ],
  ['are assumed, which it states', {}, {}, 'Mon-Fri 09:00-17:00', true],
])('an agenda has the opening hours that %s', (_title, stated, settings, hours, isAssumed) => {
  const known = { openingHours: undefined, isOpeningHoursConfigured: false, timeZone: undefined, ...settings };
  const facts = withHours({ ...NO_FACTS, ...stated }, known);
  expect(facts).toMatchObject({ opening_hours: hours });
  expect(facts.hours_assumed).toBe(isAssumed);
});

it('an agenda has the opening hours of each day, and why a day is closed', () => {
  expect(openDays(days(DATES), FACTS).map(({ date, open, closed }) => [date.slice(8), short(open), closed])).toEqual([
    ['01', '08:00-12:00,13:00-17:00', undefined],
    ['02', '08:00-12:00,13:00-17:00', undefined],
    ['03', '', 'Summer party'],
    ['05', '', 'closed'],
    ['06', '10:00-14:00', undefined],
    ['08', '08:00-12:00,13:00-17:00', undefined],
    ['09', '08:00-12:00,13:00-17:00', undefined],
  ]);
});

it('an agenda has the working hours of people, within special hours and closures, and when they are away', async () => {
  const [ana, lee, kim] = await workingDays(days(DATES), FACTS);
  const rows = (person: typeof ana) => person?.days.map(({ hours, away }) => [short(hours), short(away)]);
  const regular = '08:00-12:00,13:00-17:00';
  expect(rows(ana)).toEqual([
    [regular, ''],
    [regular, ''],
    ['', ''],
    ['', ''],
    ['10:00-14:00', ''],
    [regular, '15:00-24:00'],
    [regular, '00:00-24:00'],
  ]);
  // Own hours, which a short day shortens, and an extra opening that names the person.
  expect(rows(lee)?.map(([hours]) => hours)).toEqual([
    '12:00-20:00',
    '12:00-20:00',
    '',
    '',
    '',
    '06:00-09:00',
    '12:00-20:00',
  ]);
  // Hours in another form are unknown: those of the business.
  expect(rows(kim)?.slice(0, 3)).toEqual([
    [regular, '00:00-24:00'],
    [regular, '00:00-24:00'],
    ['', ''],
  ]);
});

it('hours end at 24:00, and an unreadable text closes no day', () => {
  const open = (hours: string) => short(openDays(days(['2199-07-01']), { ...FACTS, opening_hours: hours })[0]?.open);
  expect(open('Mon 20:00-24:00')).toBe('20:00-24:00');
  expect(open('around the clock')).toBe('00:00-24:00');
});

it('a month of fifty people with hours of their own leaves the event loop to others', async () => {
  const dates = Array.from({ length: 31 }, (_, index) => `2199-07-${String(index + 1).padStart(2, '0')}`);
  const staff = Array.from({ length: 50 }, (_, index) => {
    const minute = String(index).padStart(2, '0');
    const opening_hours = `daily 08:${minute}-12:${minute}, 13:${minute}-17:${minute}`;
    return {
      id: `p${index}`,
      name: `P ${index}`,
      opening_hours,
      time_off: [{ from: '2199-07-09T12:00', to: '2199-07-10' }],
    };
  });
  const facts = { ...FACTS, staff, time_zone: 'America/New_York' };
  const turns: number[] = [];
  // The first round compiles, and the garbage collector may take a turn of its own.
  for (let round = 0; round < 3; round++) {
    turns.push(await longestTurn(() => workingDays(days(dates, 'Asia/Tokyo'), facts)));
  }
  // Most of the time is that of one slice: in one turn, this would take several times as long.
  expect(Math.min(...turns)).toBeLessThan(100);
});

describe('an agenda in another zone', () => {
  const NEW_YORK = { ...FACTS, time_zone: 'America/New_York' };
  const shown = days(['2199-07-08', '2199-07-09'], 'Asia/Tokyo');

  it('working hours, special hours and absences are placed by the zone of the business', async () => {
    const rows = async (of: BusinessFacts) =>
      (await workingDays(shown, of)).map((one) => one.days.map(({ hours, away }) => [short(hours), short(away)]));
    const [ana, lee] = await rows(NEW_YORK);
    // Of Monday in New York, 8:00 is 21:00 in Tokyo; she is away from 15:00, which is 4:00 of Tuesday.
    expect(ana).toEqual([
      ['21:00-24:00', ''],
      ['00:00-01:00,02:00-06:00,21:00-24:00', '04:00-24:00'],
    ]);
    expect(lee).toEqual([
      ['19:00-22:00', ''],
      ['', ''],
    ]);
  });

  it('hours of the options are in the zone of the options, and closures of the platform in that of the business', async () => {
    const own = { ...NEW_YORK, opening_hours: 'daily 08:00-12:00', hours_zone: 'Asia/Tokyo' };
    // The closures of the 3rd to the 5th in New York are from 13:00 of the 3rd to 13:00 of the 6th in Tokyo.
    const dates = ['02', '03', '04', '05', '06', '07', '08'].map((day) => `2199-07-${day}`);
    const open = openDays(days(dates, 'Asia/Tokyo'), own);
    expect(open.map(({ date, open: spans, closed }) => [date.slice(8), short(spans), closed])).toEqual([
      ['02', '08:00-12:00', undefined],
      ['03', '08:00-12:00', undefined],
      ['04', '', 'Summer party'],
      ['05', '', 'Summer party'],
      ['06', '23:00-24:00', undefined],
      ['07', '00:00-03:00', undefined],
      ['08', '08:00-12:00', undefined],
    ]);
    const [ana] = await workingDays(days(['2199-07-03'], 'Asia/Tokyo'), own);
    expect(short(ana?.days[0]?.hours)).toBe('08:00-12:00');
  });

  it('unknown hours are whole days, also on a day on which the clocks change', () => {
    const unknown = { ...NEW_YORK, opening_hours: 'around the clock', closures: [], special_hours: [] };
    const open = openDays(days(['2199-03-10', '2199-03-11'], 'America/New_York'), unknown);
    expect(open.map(({ open: spans }) => short(spans))).toEqual(['00:00-24:00', '00:00-24:00']);
  });
});
