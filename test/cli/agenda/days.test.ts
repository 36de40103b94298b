import { describe, expect, it } from 'vitest';
import { readDays } from '../../../src/cli/agenda/days.ts';
import { UsageError } from '../../../src/config/usage-error.ts';

/** Saturday evening in New York, Sunday in UTC. */
const NOW = Date.parse('2199-03-10T02:00:00Z');
const ZONE = 'America/New_York';
const datesOf = (text: string, isWeek = false, zone = ZONE) =>
  readDays({ text, isWeek }, zone, NOW).days.map(({ date }) => date);

describe('the day of an agenda', () => {
  it.each([
    ['today', '2199-03-09'],
    ['Tomorrow', '2199-03-10'],
    ['yesterday', '2199-03-08'],
    ['heute', '2199-03-09'],
    ['Mañana', '2199-03-10'],
    ['hier', '2199-03-08'],
    ["aujourd'hui", '2199-03-09'],
    ['gisteren', '2199-03-08'],
    ['saturday', '2199-03-09'],
    ['Sun', '2199-03-10'],
    ['fri', '2199-03-15'],
    ['2199-12-31', '2199-12-31'],
    ['Montag', '2199-03-11'],
    ['mié', '2199-03-13'],
    ['terça-feira', '2199-03-12'],
    ['01.12.2199', '2199-12-01'],
    ['1. 12. 2199', '2199-12-01'],
    ['12/31/2199', '2199-12-31'],
    ['31/12/2199', '2199-12-31'],
    ['3/3/2199', '2199-03-03'],
    [' 2199-12-31 ', '2199-12-31'],
    ['1. Mai 2199', '2199-05-01'],
    ['May 1, 2199', '2199-05-01'],
    ['1er août 2199', '2199-08-01'],
    ['5 de junio de 2199', '2199-06-05'],
    ['3 marzo 2199', '2199-03-03'],
    ['5 maart 2199', '2199-03-05'],
    ['Fri 15 March 2199', '2199-03-15'],
    ['Freitag, 15. März', '2199-03-15'],
    ['vrijdag 15 maart', '2199-03-15'],
    // Without a year: the next one, today included, unless only the last one is on that weekday, and is nearer.
    ['1. Mai', '2199-05-01'],
    ['March 9', '2199-03-09'],
    ['8 March', '2200-03-08'],
    ['Friday 8 March', '2199-03-08'],
    ['8.3.', '2200-03-08'],
    ['Wed 3/4/2199', '2199-04-03'],
    ['29 Feb', '2204-02-29'],
  ])('"%s" is a day of the business', (text, date) => {
    expect(datesOf(text)).toEqual([date]);
  });

  it('reads a year of two digits as one of this century', () => {
    expect(datesOf('1.5.99')).toEqual(datesOf('1 May 2099'));
  });

  it('begins a week of seven days, also over a clock change', () => {
    expect(datesOf('today', true)).toEqual(
      [9, 10, 11, 12, 13, 14, 15].map((day) => `2199-03-${String(day).padStart(2, '0')}`),
    );
    const { start, end } = readDays({ text: '2199-03-10', isWeek: false }, ZONE, NOW);
    expect((end - start) / 3_600_000).toBe(23);
  });

  it.each([
    ['3/4/2199', /"3\/4\/2199" can be 2199-04-03 or 2199-03-04\. Write the one that is meant\./],
    ['di', /"di" can be Tuesday or Sunday\. Write more of the weekday\./],
    ['30.02.2199', /"30\.02\.2199" is not a day\./],
    ['Monday 1 May 2199', /"Monday 1 May 2199": 2199-05-01 is a Wednesday, not a Monday\. Correct one of both\./],
    ['Thursday 9 March', /"Thursday 9 March": 2199-03-09 is a Saturday, not a Thursday\./],
    ['Friday 9 March', /"Friday 9 March": 2199-03-09 is a Saturday, not a Friday\./],
    ['May 2199', /"May 2199" is not a day\./],
    ['someday', /"someday" is not a day\. Write today,/],
    ['2199-02-30', /"2199-02-30" is not a date that exists\./],
    ['2199-13-01', /"2199-13-01" is not a date that exists\./],
    ['2199-03-04T09:00', /is not a day\./],
    ['', /"" is not a day\./],
  ])('"%s" is refused with a sentence', (text, message) => {
    for (const isWeek of [false, true]) {
      expect(() => datesOf(text, isWeek)).toThrow(UsageError);
      expect(() => datesOf(text, isWeek)).toThrow(message);
    }
  });
});
