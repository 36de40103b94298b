import ICAL from 'ical.js';
import { convertIcsCalendar } from 'ts-ics';
import { expect } from 'vitest';
import type { Platform } from '../../../src/platform/index.ts';

/** An event as calendar programs read it. Times are ISO 8601 in UTC. */
export interface ReadEvent {
  uid: string;
  summary: string;
  description: string;
  start: string;
  end: string;
  status: string;
  sequence: number;
  modified: string;
}

const iso = (date: Date) => date.toISOString().replace('.000Z', 'Z');

/** Reads a feed with two parsers that share no code with the program: ical.js (Thunderbird) and ts-ics. They must agree. */
export function readCalendar(text: string): { name: string; events: ReadEvent[] } {
  const events = readWithIcalJs(text);
  expect(readWithTsIcs(text)).toEqual(events);
  const calendar = new ICAL.Component(ICAL.parse(text));
  return { name: String(calendar.getFirstPropertyValue('x-wr-calname')), events };
}

/** Reads a feed with ical.js. */
export function readWithIcalJs(text: string): ReadEvent[] {
  const components = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents();
  const names = [...new Set(components.map(({ name }) => name))];
  // Without events a definition of a zone, because a stream has at least one component (RFC 5545, 3.6).
  if (names[0] === 'vtimezone') {
    expect(components).toHaveLength(1);
    return [];
  }
  // Nothing but events: a text that ends its line could begin another component.
  expect(names).toEqual(['vevent']);
  return components.map((component) => {
    const event = new ICAL.Event(component);
    const value = (name: string) => component.getFirstPropertyValue(name);
    return {
      uid: event.uid,
      summary: event.summary,
      description: event.description ?? '',
      start: iso(event.startDate.toJSDate()),
      end: iso(event.endDate.toJSDate()),
      status: String(value('status')),
      sequence: Number(value('sequence')),
      modified: iso((value('last-modified') as ICAL.Time).toJSDate()),
    };
  });
}

function readWithTsIcs(text: string): ReadEvent[] {
  const { events = [] } = convertIcsCalendar(undefined, text);
  return events.map((event) => ({
    uid: event.uid,
    summary: event.summary,
    description: event.description ?? '',
    start: iso(event.start.date),
    end: event.end ? iso(event.end.date) : '',
    status: String(event.status),
    // It omits 0.
    sequence: event.sequence ?? 0,
    modified: event.lastModified ? iso(event.lastModified.date) : '',
  }));
}

/** Checks the rules that every line of a feed keeps (RFC 5545, 3.1). */
export function assertWellFormed(text: string): void {
  expect(text).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n/);
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
  const lines = text.slice(0, -2).split('\r\n');
  expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
  // No control character, no half of a character, no empty line.
  expect(lines.filter((line) => line === '' || /\p{Cc}/u.test(line) || !line.isWellFormed())).toEqual([]);
  expect(lines.filter((line) => !/^( |[A-Z-]+[:;])/.test(line))).toEqual([]);
}

/** A client of one feed within the process. */
export function feedClient(platform: Platform, path: string, client?: string) {
  return (headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
    platform.fetch(new Request(`http://localhost${path}`, { method, headers }), client === undefined ? {} : { client });
}
