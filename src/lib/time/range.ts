import { Temporal } from 'temporal-polyfill';
import { quoted, say, trusted } from '../sentence.ts';
import { instantText, missingZoneMessage, parseTime, TimeError } from './parse.ts';

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

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const RELATIVE_DAYS: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };
const ADVICE = trusted(
  'Write a date such as 2026-03-02, today or tomorrow, which means the whole day, or a time such as 2026-03-02T09:00',
);

/**
 * Parses a range whose ends are dates (`2026-03-02`, `today`, `tomorrow`, `yesterday`) or times in the forms of
 * `parseTime`. A date means the whole local day, also one of 23 or 25 hours: `from` is its first instant, `to` the first
 * instant of the next day.
 * @param zone IANA name of the zone of dates and local times; undefined if it is unknown.
 * @param now milliseconds since the epoch, for relative days.
 * @throws TimeError with the end that cannot be parsed and a valid form, or if `from` is not before `to`.
 */
export function parseRange(range: RangeText, zone: string | undefined, now: number): TimeRange {
  const from = range.from === undefined ? undefined : parseEnd('from', range.from, zone, now);
  const to = range.to === undefined ? undefined : parseEnd('to', range.to, zone, now);
  if (from !== undefined && to !== undefined && Date.parse(from) >= Date.parse(to)) {
    throw new TimeError(
      say`from (${range.from ?? ''}) must be before to (${range.to ?? ''}): together they leave no time. A single day has the same date in both, such as 2026-03-02.`,
    );
  }
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

function parseEnd(end: 'from' | 'to', text: string, zone: string | undefined, now: number): string {
  const trimmed = text.trim();
  const word = trimmed.toLowerCase();
  if (!DATE.test(trimmed) && !Object.hasOwn(RELATIVE_DAYS, word)) {
    if (!/^\d{4}-\d{2}-\d{2}./.test(trimmed))
      throw new TimeError(say`${end}: ${quoted(text)} is not a date or time. ${ADVICE}.`);
    try {
      return parseTime(text, zone);
    } catch (error) {
      throw error instanceof TimeError ? new TimeError(say`${end}: ${error.sentence}`) : error;
    }
  }
  if (zone === undefined) throw new TimeError(say`${end}: ${missingZoneMessage(text)}`);
  const date = DATE.test(trimmed)
    ? parseDate(end, trimmed)
    : localDate(now, zone).add({ days: RELATIVE_DAYS[word] as number });
  const day = end === 'from' ? date : date.add({ days: 1 });
  // The first instant of a local day is not always 00:00, which a clock change may skip or repeat.
  return instantText(day.toZonedDateTime(zone), text);
}

function parseDate(end: string, text: string): Temporal.PlainDate {
  try {
    return Temporal.PlainDate.from(text);
  } catch {
    throw new TimeError(say`${end}: ${quoted(text)} is not a date that exists. ${ADVICE}.`);
  }
}

/** Returns the date in a zone at an instant (milliseconds since the epoch). */
export function localDate(instant: number, zone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDate();
}
