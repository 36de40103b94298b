import { cleanLine, cleanText } from '../text/text.ts';
import { LINE_END, line, textLine, timeLine } from './content-lines.ts';

/** An event of a calendar (RFC 5545, 3.6.1). Times are epoch milliseconds; texts may be untrusted. */
export interface CalendarEvent {
  /** The same in all versions of the event, and in no other event. */
  uid: string;
  /** On one line. */
  summary: string;
  description?: string | undefined;
  start: number;
  /** Absent: the event ends when it starts. */
  end?: number | undefined;
  isCancelled: boolean;
  /** Rises with each version of the event. */
  sequence: number;
  createdAt?: number | undefined;
  /** Also the `DTSTAMP`, which is the time of the last change where there is no `METHOD` (RFC 5545, 3.8.7.2). */
  modifiedAt: number;
}

/** The calendar around the events. A file with a single event has none of it. */
interface CalendarHead {
  name: string;
  description?: string | undefined;
  /** IANA name of the zone in which the calendar is shown. Times of events are in UTC. */
  timeZone: string;
  /** How often clients are asked to fetch it again: an ISO 8601 duration such as `PT1H`. */
  refreshInterval: string;
}

const PRODUCT = '-//rcpt-mcp//rcpt-mcp//EN';

/** A stream has at least one component (RFC 5545, 3.6): without events it is this definition of UTC, which concerns nothing. */
const NO_EVENTS = [
  'BEGIN:VTIMEZONE',
  'TZID:Etc/UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'END:STANDARD',
  'END:VTIMEZONE',
]
  .map((content) => content + LINE_END)
  .join('');

/** Returns an iCalendar stream: a head and the events, each as `eventText` returns it. */
export function calendarText(head: CalendarHead | undefined, events: readonly string[]): string {
  const begin = `BEGIN:VCALENDAR${LINE_END}${line('VERSION', '2.0')}${textLine('PRODID', PRODUCT)}${line('CALSCALE', 'GREGORIAN')}`;
  return `${begin}${head ? headText(head) : ''}${events.join('') || NO_EVENTS}END:VCALENDAR${LINE_END}`;
}

/** The properties of RFC 7986, and those that clients knew before it. */
function headText({ name, description, timeZone, refreshInterval }: CalendarHead): string {
  const shown = cleanLine(name);
  const about = description === undefined ? undefined : cleanLine(description);
  return [
    textLine('NAME', shown),
    textLine('X-WR-CALNAME', shown),
    ...(about === undefined ? [] : [textLine('DESCRIPTION', about), textLine('X-WR-CALDESC', about)]),
    textLine('X-WR-TIMEZONE', timeZone),
    line('REFRESH-INTERVAL;VALUE=DURATION', refreshInterval),
    line('X-PUBLISHED-TTL', refreshInterval),
  ].join('');
}

/** Returns an event as content lines. */
export function eventText(event: CalendarEvent): string {
  const { uid, summary, description, start, end, isCancelled, sequence, createdAt, modifiedAt } = event;
  return [
    `BEGIN:VEVENT${LINE_END}`,
    textLine('UID', cleanLine(uid)),
    timeLine('DTSTAMP', modifiedAt),
    timeLine('DTSTART', start),
    ...(end === undefined ? [] : [timeLine('DTEND', end)]),
    textLine('SUMMARY', cleanLine(summary)),
    ...(description ? [textLine('DESCRIPTION', cleanText(description))] : []),
    line('STATUS', isCancelled ? 'CANCELLED' : 'CONFIRMED'),
    // Clients that do not understand the status at least do not show the time as busy.
    line('TRANSP', isCancelled ? 'TRANSPARENT' : 'OPAQUE'),
    line('SEQUENCE', sequence),
    ...(createdAt === undefined ? [] : [timeLine('CREATED', createdAt)]),
    timeLine('LAST-MODIFIED', modifiedAt),
    `END:VEVENT${LINE_END}`,
  ].join('');
}
