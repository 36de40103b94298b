import { Temporal } from 'temporal-polyfill';
import { missingZoneMessage, parseTime, TimeError } from './parse.ts';

/** The ends of a range as a person or model wrote them; either may be absent. */
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
const WORDS: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };
const RIGHT = 'Write a date such as 2026-03-02, which means the whole day, or a time such as 2026-03-02T09:00';

/**
 * Reads a range whose ends are dates (`2026-03-02`, `today`, `tomorrow`, `yesterday`) or times as `parseTime` takes
 * them. A date stands for its whole local day: `from` is its first instant, `to` the first instant of the next day,
 * however long the clock makes it.
 * @param zone IANA name in which dates and local times are read; undefined when nobody said.
 * @param now milliseconds since the epoch, for the words.
 * @throws TimeError naming the end that cannot be read and a right form, or when `from` is not before `to`.
 */
export function parseRange(range: RangeText, zone: string | undefined, now: number): TimeRange {
  const from = range.from === undefined ? undefined : readEnd('from', range.from, zone, now);
  const to = range.to === undefined ? undefined : readEnd('to', range.to, zone, now);
  if (from !== undefined && to !== undefined && Date.parse(from) >= Date.parse(to)) {
    throw new TimeError(
      `from (${range.from}) must be before to (${range.to}): together they leave no time. A single day has the same date in both, such as 2026-03-02.`,
    );
  }
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

function readEnd(end: 'from' | 'to', text: string, zone: string | undefined, now: number): string {
  const given = text.trim();
  const word = given.toLowerCase();
  if (!DATE.test(given) && !Object.hasOwn(WORDS, word)) {
    if (!/^\d{4}-\d{2}-\d{2}./.test(given)) throw new TimeError(`${end}: "${text}" is no date or time. ${RIGHT}.`);
    try {
      return parseTime(text, zone);
    } catch (error) {
      throw error instanceof TimeError ? new TimeError(`${end}: ${error.message}`) : error;
    }
  }
  if (zone === undefined) throw new TimeError(`${end}: ${missingZoneMessage(text)}`);
  const date = DATE.test(given) ? readDate(end, given) : localDate(now, zone).add({ days: WORDS[word] as number });
  return dayStart(end === 'from' ? date : date.add({ days: 1 }), zone);
}

function readDate(end: string, text: string): Temporal.PlainDate {
  try {
    return Temporal.PlainDate.from(text);
  } catch {
    throw new TimeError(`${end}: "${text}" is not a date that exists. ${RIGHT}.`);
  }
}

/** The date in a zone at an instant (milliseconds since the epoch). */
export function localDate(instant: number, zone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDate();
}

/** The first instant of a local day: not always at 00:00, which a clock change may skip or repeat. */
function dayStart(date: Temporal.PlainDate, zone: string): string {
  return date.toZonedDateTime(zone).toInstant().toString({ smallestUnit: 'second' });
}
