import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCountryCode, isTimeZone } from '../../src/lib/text/locale.ts';
import { formatInstant } from '../../src/lib/time/format.ts';
import { parseTime } from '../../src/lib/time/parse.ts';
import { parseRange } from '../../src/lib/time/range.ts';

describe('parseTime', () => {
  it.each([
    ['2026-12-01T10:00', 'America/New_York', '2026-12-01T15:00:00Z'],
    ['2026-07-01T10:00', 'America/New_York', '2026-07-01T14:00:00Z'],
    ['2026-12-01 10:00:30', 'Europe/Berlin', '2026-12-01T09:00:30Z'],
    ['2026-12-01T10:00-05:00', undefined, '2026-12-01T15:00:00Z'],
    ['2026-12-01T10:00:00+0530', undefined, '2026-12-01T04:30:00Z'],
    ['2026-12-01t10:00z', 'America/New_York', '2026-12-01T10:00:00Z'],
    [' 2026-12-01T10:00:00.250Z ', undefined, '2026-12-01T10:00:00Z'],
  ])('reads %s in %s', (text, zone, utc) => {
    expect(parseTime(text, zone)).toBe(utc);
  });

  it.each([
    'next tuesday 3pm',
    '2026-12-01',
    '10:00',
    '',
    '2026-12-01T25:00',
    '2026-02-30T10:00',
    '1764601200',
    '2026-12-01T10:00 UTC',
  ])('refuses %j and shows a right form or says that it does not exist', (text) => {
    expect(() => parseTime(text, 'UTC')).toThrow(/is not a (time|date and time that exists)/);
  });

  it('never guesses a zone', () => {
    expect(() => parseTime('2026-12-01T10:00', undefined)).toThrow(/neither an offset nor a zone/);
  });

  it('names both candidates of a skipped hour', () => {
    expect(() => parseTime('2026-03-08T02:30', 'America/New_York')).toThrow(
      /skips 2026-03-08T02:30.*2026-03-08T01:30:00-05:00 or 2026-03-08T03:30:00-04:00/,
    );
  });

  it('names both candidates of a repeated hour', () => {
    expect(() => parseTime('2026-11-01T01:30', 'America/New_York')).toThrow(
      /repeats 2026-11-01T01:30.*2026-11-01T01:30:00-04:00 or 2026-11-01T01:30:00-05:00/,
    );
  });

  it.each([
    ['2026-12-08T10:00', 'Europe/Berlin', 'Tuesday'],
    ['2026-12-08T10:00', 'Europe/Berlin', ' tue. '],
    ['2026-12-08T10:00', 'Europe/Berlin', 'TUES'],
    // The date in the zone counts, not the one written with another offset.
    ['2026-12-08T20:00-05:00', 'Asia/Tokyo', 'Wednesday'],
    ['2026-12-08T20:00-05:00', undefined, 'Tuesday'],
    ['2026-12-08T20:00-0500', undefined, 'Tuesday'],
    ['2026-12-08T20:00z', undefined, 'Tuesday'],
  ])('%s in %s is a %s', (text, zone, weekday) => {
    expect(parseTime(text, zone, { weekday })).toBe(parseTime(text, zone));
  });

  it('refuses a date on another weekday, with its weekday and the matching dates', () => {
    expect(() => parseTime('2026-12-08T10:00', 'Europe/Berlin', { weekday: 'Thursday' })).toThrow(
      '2026-12-08 is a Tuesday (Europe/Berlin), not a Thursday. The nearest Thursdays are 2026-12-03 and 2026-12-10.',
    );
    expect(() => parseTime('2026-12-08T20:00-05:00', 'Asia/Tokyo', { weekday: 'tue' })).toThrow(
      '2026-12-09 is a Wednesday (Asia/Tokyo), not a Tuesday. The nearest Tuesdays are 2026-12-08 and 2026-12-15.',
    );
  });

  it.each(['T', 'tu', 'Dienstag', 'Tuesdays', ''])('does not take %j for a weekday', (weekday) => {
    expect(() => parseTime('2026-12-08T10:00Z', 'UTC', { weekday })).toThrow(/is none\. Write one of Monday, /);
  });

  it('parses each instant that formatInstant returned', () => {
    const zones = ['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'];
    const second = fc.integer({ min: Date.UTC(2020, 0) / 1000, max: Date.UTC(2035, 0) / 1000 });
    fc.assert(
      fc.property(second, fc.constantFrom(...zones), (seconds, zone) => {
        const utc = new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
        expect(parseTime(formatInstant(utc, zone)?.local ?? '', undefined)).toBe(utc);
      }),
    );
  });
});

describe('parseRange', () => {
  // 23:30 on Monday in New York.
  const now = Date.parse('2026-12-08T04:30:00Z');
  const read = (from?: string, to?: string, zone: string | undefined = 'America/New_York') =>
    parseRange({ from, to }, zone, now);

  it.each([
    ['2026-12-08', '2026-12-08', '2026-12-08T05:00:00Z', '2026-12-09T05:00:00Z'],
    ['2026-12-08', '2026-12-10T12:00', '2026-12-08T05:00:00Z', '2026-12-10T17:00:00Z'],
    ['2026-12-08T00:00Z', '2026-12-08T12:00+01:00', '2026-12-08T00:00:00Z', '2026-12-08T11:00:00Z'],
    ['today', 'today', '2026-12-07T05:00:00Z', '2026-12-08T05:00:00Z'],
    [' Tomorrow ', '2026-12-31', '2026-12-08T05:00:00Z', '2027-01-01T05:00:00Z'],
    ['this week', 'This Week', '2026-12-07T05:00:00Z', '2026-12-14T05:00:00Z'],
    ['last week', 'next week', '2026-11-30T05:00:00Z', '2026-12-21T05:00:00Z'],
    ['2026-11', '2026-11', '2026-11-01T04:00:00Z', '2026-12-01T05:00:00Z'],
    ['last month', 'this month', '2026-11-01T04:00:00Z', '2027-01-01T05:00:00Z'],
    ['6 months ago', '1 day ago', '2026-06-07T04:00:00Z', '2026-12-07T05:00:00Z'],
    ['yesterday', 'TODAY', '2026-12-06T05:00:00Z', '2026-12-08T05:00:00Z'],
    ['2026-03-08', '2026-03-08', '2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z'],
    ['2028-02-29', '2028-02-29', '2028-02-29T05:00:00Z', '2028-03-01T05:00:00Z'],
  ])('from %s to %s', (from, to, begin, end) => {
    expect(read(from, to)).toEqual({ from: begin, to: end });
  });

  it.each([
    ['Tuesday', 'fri', '2026-12-08T05:00:00Z', '2026-12-12T05:00:00Z'],
    ['Thursday', 'Tuesday', '2026-12-10T05:00:00Z', '2026-12-16T05:00:00Z'],
    ['2026-12-21', 'Monday', '2026-12-21T05:00:00Z', '2026-12-22T05:00:00Z'],
    ['2026-12-01', 'Wednesday', '2026-12-01T05:00:00Z', '2026-12-10T05:00:00Z'],
  ])('from %s to %s are the next ones where days lie ahead', (from, to, begin, end) => {
    expect(parseRange({ from, to }, 'America/New_York', now, { isAhead: true })).toEqual({ from: begin, to: end });
  });

  it('the weekday of today can be today or in a week, where days lie ahead', () => {
    const dates = 'from: "Monday" can be 2026-12-07 (today) or 2026-12-14. Write the date.';
    expect(() => parseRange({ from: 'Monday' }, 'America/New_York', now, { isAhead: true })).toThrow(dates);
  });

  it('leaves an absent end open', () => {
    expect(read('2026-12-08')).toEqual({ from: '2026-12-08T05:00:00Z' });
    expect(read(undefined, '2026-12-08')).toEqual({ to: '2026-12-09T05:00:00Z' });
    expect(read()).toEqual({});
  });

  it.each([
    ['next year', undefined, /^from: "next year" is not a date or time\. Write a date such as 2026-03-02/],
    ['Monday', undefined, /^from: "Monday" can be 2026-11-30, 2026-12-07 \(today\) or 2026-12-14\. Write the date\.$/],
    ['Tuesday', undefined, /^from: "Tuesday" can be 2026-12-01 or 2026-12-08\. Write the date\.$/],
    [undefined, 'sun', /^to: "sun" can be 2026-12-06 or 2026-12-13\. Write the date\.$/],
    ['25.11.2026', undefined, /^from: "25\.11\.2026" is not a date or time\. Write a date such as 2026-03-02/],
    ['2026-13', undefined, /^from: "2026-13" is not a date that exists\./],
    ['next week', 'this week', /^from \("next week"\) must be before to \("this week"\)/],
    [undefined, '12/08/2026', /^to: "12\/08\/2026" is not a date or time\. Write a date/],
    ['2026-02-30', undefined, /^from: "2026-02-30" is not a date that exists\. Write a date/],
    ['2026-12-08T25:00', undefined, /^from: .*is not a date and time that exists/],
    ['2026-12-08T', undefined, /^from: .*is not a time\. Write an instant such as/],
    ['2026-03-08T02:30', undefined, /^from: .*skips 2026-03-08T02:30.*01:30:00-05:00 or 2026-03-08T03:30:00-04:00/],
    ['2026-12-08', '2026-12-07', /^from \(2026-12-08\) must be before to \(2026-12-07\)/],
    ['2026-12-08T10:00', '2026-12-08T10:00', /must be before to/],
    ['', undefined, /not a date or time/],
    [undefined, '9999-12-31', /"9999-12-31" is outside of the years 0000 to 9999 in UTC/],
  ] as [string | undefined, string | undefined, RegExp][])('refuses from %s to %s', (from, to, says) => {
    expect(() => read(from, to)).toThrow(says);
  });

  it('never guesses a zone', () => {
    for (const from of ['2026-12-08', 'today', 'last week', '2026-12-08T10:00'])
      expect(() => parseRange({ from }, undefined, now)).toThrow(
        /^from: .*neither an offset nor a zone\. The zone of the business is not known: write a time with its offset/,
      );
    expect(parseRange({ from: '2026-12-08T10:00Z' }, undefined, now)).toEqual({ from: '2026-12-08T10:00:00Z' });
  });
});

describe('formatInstant', () => {
  it('formats an instant in a zone', () => {
    expect(formatInstant('2026-11-26T14:00:00.000Z', 'America/New_York')).toEqual({
      utc: '2026-11-26T14:00:00Z',
      local: '2026-11-26T09:00:00-05:00',
      weekday: 'Thursday',
    });
  });

  it('uses the weekday of the zone, not of UTC', () => {
    expect(formatInstant('2026-11-27T03:00:00Z', 'America/New_York')?.weekday).toBe('Thursday');
    expect(formatInstant('2026-11-26T20:00:00Z', 'Asia/Tokyo')?.weekday).toBe('Friday');
  });

  it('returns undefined for text that is no instant', () => {
    expect(formatInstant('tomorrow', 'UTC')).toBeUndefined();
  });
});

describe('time zones and countries', () => {
  it.each(['America/New_York', 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])(
    'isTimeZone recognizes %s',
    (zone) => {
      expect(isTimeZone(zone)).toBe(true);
    },
  );

  it.each(['Mars/Phobos', '+02:00', '', 'America/New York', 'local'])('isTimeZone rejects %j', (zone) => {
    expect(isTimeZone(zone)).toBe(false);
  });

  it('isCountryCode recognizes ISO 3166-1 codes', () => {
    expect(['US', 'DE', 'JP'].every(isCountryCode)).toBe(true);
    expect(['', 'us', 'USA', 'QX', '1A'].some(isCountryCode)).toBe(false);
  });
});
