import ICAL from 'ical.js';
import { CalendarUnreadableError } from './errors.ts';
import type { Zone } from './zones.ts';

/** A date or a time as a calendar writes it. */
export interface Moment {
  /** Milliseconds since the epoch of a UTC clock that shows the local time; midnight of a date. */
  local: number;
  isDate: boolean;
  isUtc: boolean;
  zone: Zone;
}

/** How long something takes: first whole days of the calendar, then an exact time. */
export interface Extent {
  days: number;
  ms: number;
}

export interface Period {
  start: Moment;
  extent: Extent | { end: Moment };
}

/** A content line, parsed by ical.js into a property of jCal (RFC 7265). */
export interface Property {
  name: string;
  parameters: Readonly<Record<string, unknown>>;
  values: readonly unknown[];
}

/** Returns the zone of a `TZID`; of undefined that of floating times, and of null UTC. */
export type ZoneResolver = (tzid: string | undefined | null) => Zone;

const TIME_NAMES = /^(DTSTART|DTEND|RDATE|EXDATE|RECURRENCE-ID)[;:]/i;
/** Dates, times, and periods of times, which ical.js does not check. */
const TIME = String.raw`\d{8}T\d{6}Z?`;
const TIME_VALUES = new RegExp(
  `^(${TIME}|${TIME}/(${TIME}|\\+?P[\\dDHMSTW]+))(,(${TIME}|${TIME}/(${TIME}|\\+?P[\\dDHMSTW]+)))*$`,
);
const DATE_VALUES = /^\d{8}(,\d{8})*$/;
const DURATION = /^\+?P(?=\d|T\d)(?:\d{1,5}W|(?:\d{1,5}D)?(?:T(?=\d)(?:\d{1,7}H)?(?:\d{1,7}M)?(?:\d{1,7}S)?)?)$/;

const misunderstood = () => new CalendarUnreadableError('time_not_understood');

/** Parses a content line. @throws CalendarUnreadableError if it has no valid form. */
export function parseProperty(line: string): Property {
  try {
    const [name, parameters, , ...values] = ICAL.parse.property(strictly(line));
    return { name, parameters, values };
  } catch (error) {
    throw error instanceof CalendarUnreadableError ? error : misunderstood();
  }
}

/** Checks the values of a property with times, and adds the type that many programs leave out for dates. */
function strictly(line: string): string {
  if (!TIME_NAMES.test(line)) return line;
  // No value of these properties has a colon, but a quoted name of a zone may.
  const colon = line.lastIndexOf(':');
  const [head, value] = [line.slice(0, colon), line.slice(colon + 1).trim()];
  if (DATE_VALUES.test(value)) return `${head.replace(/;VALUE=[^;:]*/i, '')};VALUE=DATE:${value}`;
  if (!TIME_VALUES.test(value)) throw misunderstood();
  const type = value.includes('/') ? ';VALUE=PERIOD' : '';
  return `${head.replace(/;VALUE=[^;:]*/i, '')}${type}:${value}`;
}

/** Reads the dates and times of a property. */
export function momentsOf({ parameters, values }: Property, zones: ZoneResolver): Moment[] {
  return values.map((value) => momentOf(value, parameters.tzid, zones));
}

/** Reads the periods of a property (`RDATE;VALUE=PERIOD`, `FREEBUSY`). */
export function periodsOf({ parameters, values }: Property, zones: ZoneResolver): Period[] {
  return values.map((value) => {
    const [from, to] = Array.isArray(value) ? value : [];
    const start = momentOf(from, parameters.tzid, zones);
    const extent = String(to).startsWith('P') ? extentOf(to) : { end: momentOf(to, parameters.tzid, zones) };
    return { start, extent };
  });
}

/** @param value a date or a time of jCal, such as 2026-03-02T09:00:00Z. */
function momentOf(value: unknown, tzid: unknown, zones: ZoneResolver): Moment {
  const [, date, time, utc] = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2})(Z)?)?$/.exec(String(value)) ?? [];
  const written = `${date}T${time ?? '00:00:00'}.000Z`;
  const local = date === undefined ? Number.NaN : Date.parse(written);
  // Date.parse reads 30 February as a day in March.
  if (Number.isNaN(local) || new Date(local).toISOString() !== written) throw misunderstood();
  const name = typeof tzid === 'string' ? tzid : undefined;
  return { local, isDate: time === undefined, isUtc: utc !== undefined, zone: zones(utc ? null : name) };
}

/** @param value a duration such as P1W or PT1H30M; not negative. */
export function extentOf(value: unknown): Extent {
  const text = String(value).trim();
  if (!DURATION.test(text)) throw misunderstood();
  const { weeks, days, hours, minutes, seconds } = ICAL.Duration.fromString(text.replace('+', ''));
  return { days: weeks * 7 + days, ms: ((hours * 60 + minutes) * 60 + seconds) * 1_000 };
}
