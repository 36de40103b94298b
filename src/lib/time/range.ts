import { Temporal } from 'temporal-polyfill';
import { joined, quoted, say, trusted } from '../text/sentence.ts';
import { type NamedDays, namedDays } from './named-days.ts';
import { instantText, missingZoneMessage, parseTime, TimeError } from './parse.ts';
import { weekdayNumber } from './weekdays.ts';

/** The ends of a range as text of a person or model; either may be absent. */
export interface RangeText {
  from?: string | undefined;
  to?: string | undefined;
}

/** Instants, ISO 8601 with UTC designator: `from` inclusive, `to` exclusive. An absent end is open. */
export interface TimeRange {
  from?: string;
  to?: string;
}

/** How a range is read. */
export interface RangeOptions {
  /** The arguments that the ends come from, for messages. Default: `from` and `to`. */
  names?: Readonly<RangeText>;
  /** True if days lie ahead: a weekday is the next one, or the first one from `from` on. */
  isAhead?: boolean;
  /** As in `ParseOptions`. */
  zoneArgument?: string;
}

const ADVICE = trusted(
  'Write a date such as 2026-03-02, today or tomorrow, which means the whole day, a month such as 2026-03, this week, last month, 7 days ago, or a time such as 2026-03-02T09:00',
);

/**
 * Parses a range whose ends are days (see `namedDays`) or times in the forms of `parseTime`. A day means the whole local day,
 * also one of 23 or 25 hours: `from` is the first instant of the first day, `to` the first instant after the last one.
 * @param zone IANA name of the zone of dates and local times; undefined if it is unknown.
 * @param now milliseconds since the epoch, for relative days.
 * @throws TimeError with the end that cannot be parsed and a valid form, or if `from` is not before `to`.
 */
export function parseRange(
  range: RangeText,
  zone: string | undefined,
  now: number,
  { names = {}, isAhead = false, zoneArgument }: RangeOptions = {},
): TimeRange {
  const parse = (end: 'from' | 'to', after: number) => {
    const text = range[end];
    const ahead = isAhead ? { after: Math.max(after, now) } : {};
    return text === undefined
      ? undefined
      : parseEnd(end, text, { zone, now, name: names[end] ?? end, zoneArgument, ...ahead });
  };
  const from = parse('from', now);
  const to = parse('to', from === undefined ? now : Date.parse(from));
  if (from !== undefined && to !== undefined && Date.parse(from) >= Date.parse(to)) {
    throw new TimeError(
      say`from (${range.from ?? ''}) must be before to (${range.to ?? ''}): together they leave no time. A single day has the same date in both, such as 2026-03-02.`,
    );
  }
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

interface EndContext {
  zone: string | undefined;
  now: number;
  name: string;
  zoneArgument: string | undefined;
  /** The instant from which on a weekday is searched; undefined: a weekday is refused, as it can be past. */
  after?: number;
}

function parseEnd(end: 'from' | 'to', text: string, { zone, now, name, zoneArgument, after }: EndContext): string {
  const trimmed = text.trim();
  if (/^\d{4}-\d{2}-\d{2}./.test(trimmed)) {
    try {
      return parseTime(text, zone, { zoneArgument });
    } catch (error) {
      throw error instanceof TimeError ? new TimeError(say`${name}: ${error.sentence}`) : error;
    }
  }
  // Without a zone, it is enough to know whether the text means days.
  const today = localDate(now, zone ?? 'UTC');
  const first = after === undefined ? undefined : localDate(after, zone ?? 'UTC');
  const days = daysOf(name, trimmed, today, first);
  if (zone === undefined) throw new TimeError(say`${name}: ${missingZoneMessage(text, zoneArgument)}`);
  const day = end === 'from' ? days.first : days.last.add({ days: 1 });
  // The first instant of a local day is not always 00:00, which a clock change may skip or repeat.
  return instantText(day.toZonedDateTime(zone), text);
}

function daysOf(
  name: string,
  text: string,
  today: Temporal.PlainDate,
  first: Temporal.PlainDate | undefined,
): NamedDays {
  let days: NamedDays | undefined;
  try {
    days = namedDays(text.toLowerCase(), today);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new TimeError(say`${name}: ${quoted(text)} is not a date that exists. ${ADVICE}.`);
  }
  if (days) return days;
  const weekday = weekdayNumber(text);
  if (weekday === undefined) throw new TimeError(say`${name}: ${quoted(text)} is not a date or time. ${ADVICE}.`);
  const ahead = first?.add({ days: (weekday - first.dayOfWeek + 7) % 7 });
  if (ahead && !ahead.equals(today)) return { first: ahead, last: ahead };
  const next = today.add({ days: ((weekday - today.dayOfWeek + 6) % 7) + 1 });
  const previous = today.subtract({ days: ((today.dayOfWeek - weekday + 6) % 7) + 1 });
  const dates = [
    ...(first ? [] : [say`${previous.toString()}`]),
    ...(weekday === today.dayOfWeek ? [say`${today.toString()} (today)`] : []),
  ];
  throw new TimeError(
    say`${name}: ${quoted(text)} can be ${joined(dates, ', ')} or ${next.toString()}. Write the date.`,
  );
}

/** Returns the date in a zone at an instant (milliseconds since the epoch). */
export function localDate(instant: number, zone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDate();
}
