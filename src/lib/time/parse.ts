import { Temporal } from 'temporal-polyfill';
import { listed, quoted, type Sentence, SentenceError, say, trusted } from '../text/sentence.ts';
import { WEEK_MS } from './units.ts';
import { WEEKDAYS, weekdayName, weekdayNumber } from './weekdays.ts';

/** A time that cannot be parsed, or that means no instant or two. The message shows a valid form. */
export class TimeError extends SentenceError {
  override readonly name = 'TimeError';
}

/** `2026-03-02T09:00`, seconds and their fraction optional, with or without `Z` or an offset. */
const TIME_FORM = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/i;

function formatZoned(zoned: Temporal.ZonedDateTime): string {
  return zoned.toString({ timeZoneName: 'never', smallestUnit: 'second' });
}

/** One of the two instants that a local time can mean at a clock change. */
export type ClockChange = 'earlier' | 'later';

export interface ParseOptions {
  /** The instant to use if a clock change skips or repeats the local time. Without it such times are rejected. */
  clockChange?: ClockChange | undefined;
  /** Name of the caller's argument that sets `clockChange`, for the error message. */
  clockChangeArgument?: string;
  /** Name of the caller's argument that sets the zone, for the error message. */
  zoneArgument?: string | undefined;
  /** The weekday that the caller expects. It must be that of the local date. */
  weekday?: string | undefined;
  /** Now, in milliseconds since the epoch: the dates that replace one on another weekday lie after it. */
  now?: number | undefined;
}

/** The error message for a local time or date without a zone. @param argument that of the caller that sets the zone, if it has one */
export function missingZoneMessage(text: string, argument: string | undefined): Sentence {
  const stated = say`${quoted(text)} has neither an offset nor a zone.`;
  return argument === undefined
    ? say`${stated} The zone of the business is not known: write a time with its offset, such as 2026-03-02T00:00:00-05:00, which is also the first one of a day. The operator can set RCPT_TIME_ZONE.`
    : say`${stated} Add ${argument} (an IANA name such as America/New_York), or write the offset.`;
}

/**
 * Parses a time that a person or model wrote: an instant with offset, or local time in `zone`.
 * @returns the instant, ISO 8601 with UTC designator.
 * @throws TimeError for other forms, a local time without a zone, local times that a clock change skips or repeats
 *   unless `clockChange` selects one (the message names both candidates), and dates on another weekday than expected.
 */
export function parseTime(text: string, zone: string | undefined, options: ParseOptions = {}): string {
  const match = TIME_FORM.exec(text.trim());
  if (!match) {
    throw new TimeError(
      say`${quoted(text)} is not a time. Write an instant such as 2026-03-02T09:00:00-05:00, or local time such as 2026-03-02T09:00${zone === undefined && options.zoneArgument ? say` with ${options.zoneArgument}` : say``}.`,
    );
  }
  const offset = match[1]?.toUpperCase();
  const zoned = toZoned(text, offset, zone, options);
  // Without a zone, the local date is the one in the text.
  const localZone = zone ?? (offset === 'Z' ? 'UTC' : (offset as string));
  if (options.weekday !== undefined) {
    checkWeekday(zoned.withTimeZone(localZone), options.weekday, localZone, options.now);
  }
  return instantText(zoned, text);
}

/**
 * Formats an instant, ISO 8601 with UTC designator.
 * @throws TimeError for an instant outside of the years 0000 to 9999 in UTC, which ISO 8601 and platforms cannot write
 *   with four digits. `given` is the text of the caller that means it.
 */
export function instantText(zoned: Temporal.ZonedDateTime, given: string): string {
  const instant = zoned.toInstant().toString({ smallestUnit: 'second' });
  if (/^\d{4}-/.test(instant)) return instant;
  throw new TimeError(say`${quoted(given)} is outside of the years 0000 to 9999 in UTC. Write another time.`);
}

function toZoned(
  text: string,
  offset: string | undefined,
  zone: string | undefined,
  options: ParseOptions,
): Temporal.ZonedDateTime {
  const normal = text.trim().replace(' ', 'T').toUpperCase();
  try {
    if (offset) return Temporal.Instant.from(normal).toZonedDateTimeISO('UTC');
    if (zone === undefined) throw new TimeError(missingZoneMessage(text, options.zoneArgument));
    return inZone(Temporal.PlainDateTime.from(normal), zone, options);
  } catch (error) {
    if (error instanceof TimeError) throw error;
    const midnight = /T24:00(?::00)?(?:Z|[+-]|$)/.test(normal) ? say` Midnight is 00:00 of the next day.` : say``;
    throw new TimeError(say`${quoted(text)} is not a date and time that exists.${midnight}`);
  }
}

function inZone(local: Temporal.PlainDateTime, zone: string, options: ParseOptions): Temporal.ZonedDateTime {
  const earlier = local.toZonedDateTime(zone, { disambiguation: 'earlier' });
  const later = local.toZonedDateTime(zone, { disambiguation: 'later' });
  if (earlier.equals(later) || options.clockChange) return options.clockChange === 'later' ? later : earlier;
  const skipped = !earlier.toPlainDateTime().equals(local);
  const argument = options.clockChangeArgument;
  throw new TimeError(
    say`In ${trusted(zone)} the clock change ${skipped ? 'skips' : 'repeats'} ${trusted(local.toString({ smallestUnit: 'minute' }))}. Say which you mean: ${trusted(formatZoned(earlier))} or ${trusted(formatZoned(later))}${argument ? say`, with ${argument} earlier or later` : say``}.`,
  );
}

/**
 * Compares a date with the expected weekday: people and models get weekdays wrong more often than dates.
 * @throws TimeError if the word is no weekday, or the date is on another one; the message has the actual weekday and the
 *   nearest dates on the expected one, none of which lies before `now`.
 */
function checkWeekday(
  time: Temporal.ZonedDateTime,
  expected: string,
  zone: string,
  now = Number.NEGATIVE_INFINITY,
): void {
  const date = time.toPlainDate();
  const number = weekdayNumber(expected);
  if (number === undefined) {
    throw new TimeError(say`weekday: ${quoted(expected)} is none. Write one of ${listed(WEEKDAYS, 7)}.`);
  }
  if (date.dayOfWeek === number) return;
  const name = weekdayName(number);
  const after = time.add({ days: (number - date.dayOfWeek + 7) % 7 });
  const before = after.subtract({ days: 7 });
  const isAhead = before.epochMilliseconds > now;
  const [first, second] = isAhead ? [before, after] : nextTwo(after, now);
  const dates = say`${first.toPlainDate().toString()} and ${second.toPlainDate().toString()}`;
  throw new TimeError(
    say`${date.toString()} is a ${weekdayName(date.dayOfWeek)} (${trusted(zone)}), not a ${name}. The ${trusted(isAhead ? 'nearest' : 'next')} ${name}s are ${dates}.`,
  );
}

/** Returns the first two times that are whole weeks after a time, and after `now` in epoch milliseconds. */
function nextTwo(time: Temporal.ZonedDateTime, now: number): [Temporal.ZonedDateTime, Temporal.ZonedDateTime] {
  const weeks = Math.max(0, Math.floor((now - time.epochMilliseconds) / WEEK_MS));
  let first = time.add({ weeks: Number.isFinite(weeks) ? weeks : 0 });
  // A clock change can make a week shorter or longer.
  while (first.epochMilliseconds <= now) first = first.add({ weeks: 1 });
  return [first, first.add({ weeks: 1 })];
}
