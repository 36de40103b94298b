import { describe, expect, it } from 'vitest';
import { OpeningHoursError, parseOpeningHours, periodsOn } from '../../src/lib/time/opening-hours.ts';

/** Monday first, times as `08:00-17:00`. */
function shown(text: string): string[] {
  const clock = (minutes: number) =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  return parseOpeningHours(text).weekly.map((day) =>
    day.map(({ from, to }) => `${clock(from)}-${clock(to)}`).join(','),
  );
}

it('the advised form of six nights is understood, and has one night after each of these days', () => {
  const hours = parseOpeningHours('Mon 20:00-24:00; Tue-Sat 00:00-04:00, 20:00-24:00; Sun 00:00-04:00');
  expect(hours.weekly.map((periods) => periods.length)).toEqual([1, 2, 2, 2, 2, 2, 1]);
});

describe('parseOpeningHours', () => {
  const office = '08:00-17:00';
  it.each([
    ['Mon-Fri 08:00-17:00', [office, office, office, office, office, '', '']],
    [
      'Mon-Fri 08:00-12:00,13:00-17:00; Sat 09:00-12:00',
      [...Array(5).fill('08:00-12:00,13:00-17:00'), '09:00-12:00', ''],
    ],
    ['tue 8:00-9:30', ['', '08:00-09:30', '', '', '', '', '']],
    ['Monday, Wednesday-Friday 08:00 - 17:00;', [office, '', office, office, office, '', '']],
    [
      'Sat–Mon 13:00–14:00, 08:00–09:00',
      ['08:00-09:00,13:00-14:00', '', '', '', '', ...Array(2).fill('08:00-09:00,13:00-14:00')],
    ],
    ['daily 00:00-24:00', Array(7).fill('00:00-24:00')],
    ['Daily 08:00-17:00; Sun closed', [...Array(6).fill(office), '']],
    ['Fri 20:00-24:00; Sat 00:00-02:00; Sun CLOSED', ['', '', '', '', '20:00-24:00', '00:00-02:00', '']],
    ['Mon-Fri 08:00-17:00; last Fri closed', [office, office, office, office, office, '', '']],
  ])('reads %s', (text, week) => {
    expect(shown(text)).toEqual(week);
  });

  it('reads exceptions for some weekdays of a month', () => {
    const hours = parseOpeningHours('Mon-Fri 08:00-17:00; 1st, 3rd Sat 09:00-12:00; last Fri,Sat closed');
    const nine = [{ from: 540, to: 720 }];
    const on = (dayOfWeek: number, day: number) => periodsOn(hours, { dayOfWeek, day, daysInMonth: 31 });
    expect([1, 7, 15, 21].map((day) => on(6, day))).toEqual([nine, nine, nine, nine]);
    expect([8, 14, 22, 24, 25, 31].map((day) => on(6, day))).toEqual(Array(6).fill([]));
    expect([24, 25, 31].map((day) => on(5, day).length)).toEqual([1, 0, 0]);
    expect(on(1, 31)).toEqual([{ from: 480, to: 1020 }]);
  });

  it.each([
    ['', /No day has opening hours/],
    ['Mon closed', /No day has opening hours/],
    ['always', /"always" is not days and times/],
    ['08:00-17:00', /is not days and times/],
    ['Mon-Fri', /is not days and times/],
    ['Mon-Fri 8-17', /"8-17" is no period of time/],
    ['Mon-Fri 08:00-17:60', /no period of time/],
    ['Mon-Fri 08:00-25:00', /beyond 24:00/],
    ['Mon 24:00-24:00', /beyond 24:00/],
    ['Mon-Fri 17:00-08:00', /ends before it begins; a night is two parts/],
    ['Mon-Fri 08:00-08:00', /ends before it begins/],
    ['Mon-Fri 08:00-13:00,12:00-17:00', /overlap/],
    ['Mon-Wed-Fri 08:00-17:00', /no range of days/],
    ['Mo-Fr 08:00-17:00', /"Mo-Fr" is no day or range of days/],
    ['Foo 08:00-17:00', /"Foo" is no day/],
    ['Mon-Fri 08:00-17:00; Fri 08:00-12:00', /Friday is named twice/],
    [
      'Mon-Sat 20:00-24:00; Tue-Sun 00:00-04:00',
      /Tuesday is named twice: join its times\. Write opening hours such as/,
    ],
    ['Mon-Fri 08:00-17:00 Sat 09:00-12:00', /no period of time/],
  ])('refuses %j and shows a right form', (text, says) => {
    expect(() => parseOpeningHours(text)).toThrow(OpeningHoursError);
    expect(() => parseOpeningHours(text)).toThrow(says);
    expect(() => parseOpeningHours(text)).toThrow(/such as "Mon-Fri 08:00-12:00,13:00-17:00; 1st,3rd Sat 09:00-12:00/);
  });
});
