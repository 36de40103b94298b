import { describe, expect, it } from 'vitest';
import { calendar, EXCEPTIONS, event, RECURRENCE, TIMES } from './cases.ts';
import { read, readParts, utc } from './spans.ts';

describe('busy times of a calendar', () => {
  it.each([...TIMES, ...RECURRENCE, ...EXCEPTIONS])('reads $name', ({ lines, busy }) => {
    expect(read(calendar(lines))).toEqual(utc(busy));
  });

  it.each([
    ['LF instead of CRLF', (text: string) => text.replaceAll('\r\n', '\n')],
    ['a byte order mark', (text: string) => `\uFEFF${text}`],
    [
      'every line folded after each three characters',
      (text: string) => text.replace(/([^\r\n]{3})(?=[^\r\n])/g, '$1\r\n '),
    ],
    ['CR instead of CRLF', (text: string) => text.replaceAll('\r\n', '\r')],
    ['a doubled CR', (text: string) => text.replaceAll('\r\n', '\r\r\n')],
    [
      'CR in its events only',
      (text: string) =>
        text.replace(/(?<=BEGIN:VEVENT)[\s\S]*?(?=END:VEVENT)/g, (lines) => lines.replaceAll('\r\n', '\r')),
    ],
    ['lower case names', (text: string) => text.replace(/^[A-Z-]+(?=[;:])/gm, (name) => name.toLowerCase())],
    ['two calendars in one file', (text: string) => `${calendar([])}${text}`],
  ])('a calendar has the same busy times with %s', (_what, change) => {
    for (const { lines, busy, name } of [...TIMES, ...RECURRENCE, ...EXCEPTIONS]) {
      expect(read(change(calendar(lines))), name).toEqual(utc(busy));
    }
  });

  it('reads the first of two equal local times when clocks go back', () => {
    const lines = event('DTSTART;TZID=America/New_York:20251102T013000', 'DURATION:PT15M');
    const window = { from: '2025-11-01T00:00:00Z', to: '2025-11-04T00:00:00Z' };
    expect(read(calendar(lines), window)).toEqual(utc([['2025-11-02T01:30:00-04:00', '2025-11-02T01:45:00-04:00']]));
  });

  it('ignores titles, people and texts, whatever these contain', () => {
    const lines = event(
      'DTSTART:20260302T140000Z',
      'ATTENDEE;CN="Ann: the "best":mailto:ann@example.com',
      'DESCRIPTION;ALTREP="cid:x:half a quote',
      'a line without any colon',
      'DTEND:20260302T150000Z',
    );
    expect(read(calendar(lines))).toEqual(['2026-03-02T14:00:00.000Z/2026-03-02T15:00:00.000Z']);
  });

  it('an empty calendar has no busy times', () => {
    expect(read(calendar([]))).toEqual([]);
  });
});

describe('a calendar that is not understood', () => {
  const good = event('DTSTART:20260302T140000Z', 'DTEND:20260302T150000Z');
  const withRule = (rule: string) => event('DTSTART:20260302T140000Z', 'DTEND:20260302T150000Z', `RRULE:${rule}`);

  it.each([
    ['an HTML page', '<!doctype html><title>Sign in</title>', 'not_a_calendar'],
    ['an empty answer', '', 'not_a_calendar'],
    ['a contact', 'BEGIN:VCARD\r\nEND:VCARD\r\n', 'not_a_calendar'],
    ['a file that is cut off between events', calendar(good).replace('END:VCALENDAR\r\n', ''), 'truncated'],
    ['a file that is cut off within an event', calendar(good).slice(0, -40), 'truncated'],
    ['an event that is not closed', calendar(['BEGIN:VEVENT', ...good]), 'malformed'],
    ['a start without a value', calendar(event('DTSTART', 'DTEND:20260302T150000Z')), 'malformed'],
    ['a rule without a colon', calendar(event('DTSTART:20260302T150000Z', 'RRULE FREQ=DAILY')), 'malformed'],
    ['an event without a start', calendar(event('DTEND:20260302T150000Z')), 'time_not_understood'],
    ['a start that is no time', calendar(event('DTSTART:tomorrow')), 'time_not_understood'],
    ['a start on a day that does not exist', calendar(event('DTSTART:20260230T140000Z')), 'time_not_understood'],
    ['a start with hyphens', calendar(event('DTSTART;VALUE=DATE:2026-03-02')), 'time_not_understood'],
    ['a start with an offset', calendar(event('DTSTART:20260302T140000+0100')), 'time_not_understood'],
    ['two starts', calendar(event('DTSTART:20260302T140000Z', 'DTSTART:20260303T140000Z')), 'time_not_understood'],
    [
      'an end before the start',
      calendar(event('DTSTART:20260302T140000Z', 'DTEND:20260302T130000Z')),
      'time_not_understood',
    ],
    ['a negative duration', calendar(event('DTSTART:20260302T140000Z', 'DURATION:-PT1H')), 'time_not_understood'],
    ['a duration in months', calendar(event('DTSTART:20260302T140000Z', 'DURATION:P1M')), 'time_not_understood'],
    [
      'an excluded time that is none',
      calendar(event('DTSTART:20260302T140000Z', 'RRULE:FREQ=DAILY', 'EXDATE:x')),
      'time_not_understood',
    ],
    ['an unknown frequency', calendar(withRule('FREQ=FORTNIGHTLY')), 'recurrence_not_understood'],
    ['a rule without a frequency', calendar(withRule('INTERVAL=2')), 'recurrence_not_understood'],
    ['a rule of another calendar system', calendar(withRule('RSCALE=HEBREW;FREQ=YEARLY')), 'recurrence_not_understood'],
    ['an end of a rule that is no time', calendar(withRule('FREQ=DAILY;UNTIL=soon')), 'recurrence_not_understood'],
    ['a count that is no number', calendar(withRule('FREQ=DAILY;COUNT=x')), 'recurrence_not_understood'],
    ['a rule with too many steps', calendar(withRule('FREQ=SECONDLY;COUNT=9999999')), 'recurrence_not_understood'],
    ['a huge interval', calendar(withRule('FREQ=HOURLY;INTERVAL=999999999')), 'recurrence_not_understood'],
    [
      'a cancelled occurrence without a start',
      calendar(event('RECURRENCE-ID:20260302T140000Z', 'STATUS:CANCELLED')),
      'time_not_understood',
    ],
    [
      'a period that ends before it begins',
      calendar(['BEGIN:VFREEBUSY', 'FREEBUSY:20260302T140000Z/20260302T130000Z', 'END:VFREEBUSY']),
      'time_not_understood',
    ],
  ])('cannot be read as a whole if it is or has %s', (_what, text, reason) => {
    expect(read(text)).toBe(reason);
  });

  it('a calendar has the busy times of all events that are understood, before and after an odd one', () => {
    const odd = [event('DTSTART:tomorrow'), withRule('FREQ=FORTNIGHTLY'), withRule('FREQ=HOURLY;INTERVAL=999999999')];
    for (const lines of odd) {
      const later = event('DTSTART:20260303T140000Z', 'DTEND:20260303T150000Z');
      const { busy, error } = readParts(calendar([...good, ...lines, ...later]));
      expect(error).toMatch(/_not_understood$/);
      expect(busy).toEqual(
        expect.arrayContaining(
          utc([
            ['2026-03-02T14:00:00Z', '2026-03-02T15:00:00Z'],
            ['2026-03-03T14:00:00Z', '2026-03-03T15:00:00Z'],
          ]),
        ),
      );
    }
  });

  it.each([
    ['free', event('TRANSP:TRANSPARENT', 'DTSTART:20260302T140000Z', 'DTEND:20260302T130000Z')],
    ['cancelled', event('STATUS:CANCELLED', 'DTSTART:tomorrow')],
    ['from 2009, and ends before it begins', event('DTSTART:20090302T140000Z', 'DTEND:20090302T130000Z')],
    ['from 2009, with a negative duration', event('DTSTART:20090302T140000Z', 'DURATION:-PT30M')],
    ['a day of 2009 that ends before it begins', event('DTSTART:20090302', 'DTEND:20090301')],
    ['no series, and excludes times', event('DTSTART:20090302T140000Z', 'DURATION:PT1H', 'EXDATE:')],
  ])('a calendar is read as a whole if the event that is not understood is %s', (_what, lines) => {
    expect(read(calendar([...lines, ...good]))).toEqual(utc([['2026-03-02T14:00:00Z', '2026-03-02T15:00:00Z']]));
  });

  it('has busy times wherever they may be if only the definition of a zone is unreadable', () => {
    const zone = [
      'BEGIN:VTIMEZONE',
      'TZID:Here',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'END:STANDARD',
      'END:VTIMEZONE',
    ];
    const lines = [...zone, ...event('DTSTART;TZID=Here:20260303T090000', 'DTEND;TZID=Here:20260303T100000')];
    expect(read(calendar(lines))).toEqual(utc([['2026-03-03T09:00:00+14:00', '2026-03-03T10:00:00-12:00']]));
  });
});
