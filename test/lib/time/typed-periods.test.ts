import { describe, expect, it } from 'vitest';
import { OpeningHoursError } from '../../../src/lib/time/opening-hours.ts';
import { readTypedPeriods } from '../../../src/lib/time/typed-periods.ts';

describe('periods of a day that a person types', () => {
  it.each([
    ['9am-5pm', '09:00-17:00'],
    ['0900-1700', '09:00-17:00'],
    ['0830-1200, 1300-1730', '08:30-12:00, 13:00-17:30'],
    ['9 a.m. to 5 p.m.', '09:00-17:00'],
    ['9 AM – 12 PM, 1 – 5 PM', '09:00-12:00, 13:00-17:00'],
    // As Intl writes it, with narrow and thin spaces.
    ['8:00\u202fAM\u2009–\u200912:00\u202fPM', '08:00-12:00'],
    ['9-5pm', '09:00-17:00'],
    ['1-5pm', '13:00-17:00'],
    ['9am-1', '09:00-13:00'],
    ['5pm-12am', '17:00-24:00'],
    ['12am-6am', '00:00-06:00'],
    // As Intl writes it: the half of the day is only at the end.
    ['12:00 – 2:00 AM', '00:00-02:00'],
    ['12:30-2 am', '00:30-02:00'],
    ['12-5pm', '12:00-17:00'],
    ['12pm-6pm', '12:00-18:00'],
    ["9 o'clock until 5 o'clock pm", '09:00-17:00'],
    ['9.30-17', '09:30-17:00'],
    ['9h-17h30', '09:00-17:30'],
    ['9 h 30 – 17 h', '09:30-17:00'],
    ['9—12,13−17', '09:00-12:00,13:00-17:00'],
    ['9-12 & 13-17', '09:00-12:00, 13:00-17:00'],
    ['9-12, and 13-17', '09:00-12:00, 13:00-17:00'],
    ['8-12 u. 14-18', '08:00-12:00, 14:00-18:00'],
    ['8-12 u 14-18', '08:00-12:00, 14:00-18:00'],
    ['9-12/1-5', '09:00-12:00, 13:00-17:00'],
    ['9h-12h puis de 14h à 18h', '09:00-12:00, 14:00-18:00'],
    ['between 9 and 17', '09:00-17:00'],
    ['von 9 Uhr bis 17 Uhr 30', '09:00-17:30'],
    ['2 bis 6 Uhr', '02:00-06:00'],
    ['de 9h à 17h', '09:00-17:00'],
    ['de las 9 a las 14', '09:00-14:00'],
    ['dalle 9 alle 13', '09:00-13:00'],
    ['das 9h às 18h', '09:00-18:00'],
    ['0-24', '00:00-24:00'],
    ['01:00-05:00, 13:00-17:00', '01:00-05:00, 13:00-17:00'],
  ])('%s is %s', (typed, read) => expect(readTypedPeriods(typed)).toBe(read));

  it.each([
    ['9-5', '09:00-17:00'],
    ['9:00-5:30', '09:00-17:30'],
    ['8-8', '08:00-20:00'],
    ['12-5', '12:00-17:00'],
    ['9-12', '09:00-12:00'],
    ['8-12, 1-5', '08:00-12:00, 13:00-17:00'],
    ['8:00-12:00, 1:00-5:00', '08:00-12:00, 13:00-17:00'],
  ])('%s is only possible as %s', (typed, read) => expect(readTypedPeriods(typed)).toBe(read));

  it.each([
    ['1-5', '01:00 or 13:00'],
    ['2.30-6', '02:30 or 14:30'],
    ['5-2', '05:00 or 17:00'],
  ])('%s may be in the morning or in the afternoon', (typed, choice) => {
    expect(() => readTypedPeriods(typed)).toThrow(OpeningHoursError);
    expect(() => readTypedPeriods(typed)).toThrow(
      `"${typed}" may begin in the morning or in the afternoon: write ${choice}`,
    );
  });

  it.each([
    // What the platform then says of them is about these hours.
    ['10pm-2am', '22:00-02:00'],
    ['20-2', '20:00-02:00'],
    ['09-5', '09:00-05:00'],
    ['13:00-17:00, 08:00-12:00', '13:00-17:00, 08:00-12:00'],
    ['9-25', '09:00-25:00'],
  ])('%s is no period of a day', (typed, read) => expect(readTypedPeriods(typed)).toBe(read));

  it.each(['', 'closed', '9', '9am', '13pm-5pm', '9-12-17', '9-5 Sat', '9.5-12', 'from 9', '9 and 5'])(
    '"%s" stays as it is',
    (typed) => expect(readTypedPeriods(typed)).toBe(typed),
  );
});
