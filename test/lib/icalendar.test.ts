import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { calendarText, eventText } from '../../src/lib/icalendar/calendar.ts';

const EVENT = {
  uid: 'a@b',
  summary: 'Cut',
  start: Date.UTC(2199, 0, 2, 10),
  end: Date.UTC(2199, 0, 2, 10, 30),
  isCancelled: false,
  sequence: 3,
  modifiedAt: Date.UTC(2199, 0, 1),
};
const linesOf = (text: string) => text.slice(0, -2).split('\r\n');
const descriptionOf = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent')?.getFirstPropertyValue('description');

/** Pseudo-random numbers from 0 to 1 (a linear congruential generator), the same in each run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

describe('the iCalendar writer', () => {
  it('writes an event with UTC times, and without what is not known', () => {
    const { end: _, ...endless } = EVENT;
    expect(linesOf(calendarText(undefined, [eventText(endless)]))).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//rcpt-mcp//rcpt-mcp//EN',
      'CALSCALE:GREGORIAN',
      'BEGIN:VEVENT',
      'UID:a@b',
      'DTSTAMP:21990101T000000Z',
      'DTSTART:21990102T100000Z',
      'SUMMARY:Cut',
      'STATUS:CONFIRMED',
      'TRANSP:OPAQUE',
      'SEQUENCE:3',
      'LAST-MODIFIED:21990101T000000Z',
      'END:VEVENT',
      'END:VCALENDAR',
    ]);
  });

  it('writes one component where there is no event, as a stream needs one', () => {
    const [component, ...others] = new ICAL.Component(ICAL.parse(calendarText(undefined, []))).getAllSubcomponents();
    expect(others).toEqual([]);
    const zone = new ICAL.Timezone({ component, tzid: 'Etc/UTC' });
    expect(component?.name).toBe('vtimezone');
    expect(zone.utcOffset(ICAL.Time.fromJSDate(new Date('2199-07-01T12:00:00Z'), true))).toBe(0);
    expect(calendarText(undefined, [eventText(EVENT)])).not.toContain('VTIMEZONE');
  });

  it('folds lines at 75 octets between characters, and a parser gets the text back', () => {
    const random = numbers(7);
    const alphabet = ['a', ' ', ',', ';', '\\', '\n', ':', '"', 'ä', 'ß', '漢', 'é', '\u{1F600}', '\u{10348}'];
    for (let round = 0; round < 300; round++) {
      const length = Math.floor(random() * 200);
      const text = `x${Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('')}x`;
      const written = calendarText(undefined, [eventText({ ...EVENT, description: text })]);
      const lines = linesOf(written);
      expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
      expect(lines.every((line) => line.isWellFormed())).toBe(true);
      expect(descriptionOf(written)).toBe(text);
    }
  });

  it.each([73, 74, 75, 76, 149, 150, 151])('fills lines of a text of %i letters completely', (length) => {
    const written = calendarText(undefined, [eventText({ ...EVENT, description: 'a'.repeat(length) })]);
    expect(descriptionOf(written)).toBe('a'.repeat(length));
    const start = linesOf(written).findIndex((line) => line.startsWith('DESCRIPTION'));
    const folded = linesOf(written)
      .slice(start)
      .filter((line, index) => index === 0 || line.startsWith(' '));
    for (const line of folded.slice(0, -1)) expect(line.length).toBe(75);
  });
});
