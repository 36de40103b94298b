import { Temporal } from 'temporal-polyfill';
import { formatUtcInstant, type LocalTime } from './format.ts';
import { WEEKDAYS, weekdayName, weekdayNumber } from './weekdays.ts';

export type { LocalTime };

/** A time that cannot be understood, or that means no or two moments. The message shows a right form. */
export class TimeError extends Error {
  override readonly name = 'TimeError';
}

/** `2026-03-02T09:00`, seconds and their fraction optional, with or without `Z` or an offset. */
const FORM = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/i;

function show(zoned: Temporal.ZonedDateTime): string {
  return zoned.toString({ timeZoneName: 'never', smallestUnit: 'second' });
}

/** Shows an instant (ISO 8601, any offset) in a zone; undefined when the text is no instant. */
export function formatInstant(instant: string, zone: string): LocalTime | undefined {
  try {
    const plain = formatUtcInstant(instant, zone);
    if (plain) return plain;
    const zoned = Temporal.Instant.from(instant).toZonedDateTimeISO(zone);
    return {
      utc: zoned.toInstant().toString({ smallestUnit: 'second' }),
      local: show(zoned),
      weekday: weekdayName(zoned.dayOfWeek),
    };
  } catch {
    return undefined;
  }
}

/** Of the two moments that a local time can mean at a clock change. */
export type ClockChange = 'earlier' | 'later';

export interface ParseOptions {
  /** Which moment is meant where a clock change skips or repeats the local time. Without it such times are refused. */
  clockChange?: ClockChange | undefined;
  /** The caller's argument that sets `clockChange`, for the refusal to name. */
  clockChangeArgument?: string;
  /** The weekday said together with the time, which must be that of its date in the zone. */
  weekday?: string | undefined;
}

/** What is said of a time or date that is local to a place nobody named. */
export function missingZoneMessage(text: string): string {
  return `"${text}" has neither an offset nor a zone. Add time_zone (an IANA name such as America/New_York), or write the offset.`;
}

/**
 * Reads a time that a person or model wrote: an instant with offset, or local time in `zone`.
 * @returns the instant, ISO 8601 with UTC designator.
 * @throws TimeError for other forms, a local time without a zone, local times that a clock change skips or repeats
 *   unless `clockChange` picks one (the message names both candidates), and dates on another weekday than said.
 */
export function parseTime(text: string, zone: string | undefined, options: ParseOptions = {}): string {
  const match = FORM.exec(text.trim());
  if (!match) {
    throw new TimeError(
      `"${text}" is not a time. Write an instant such as 2026-03-02T09:00:00-05:00, or local time such as 2026-03-02T09:00 with time_zone.`,
    );
  }
  const offset = match[1]?.toUpperCase();
  const zoned = readTime(text, offset, zone, options);
  // Without a zone, the date is the one that was written.
  const where = zone ?? (offset === 'Z' ? 'UTC' : (offset as string));
  if (options.weekday !== undefined) {
    checkWeekday(zoned.withTimeZone(where).toPlainDate(), options.weekday, where);
  }
  return zoned.toInstant().toString({ smallestUnit: 'second' });
}

function readTime(
  text: string,
  offset: string | undefined,
  zone: string | undefined,
  options: ParseOptions,
): Temporal.ZonedDateTime {
  const normal = text.trim().replace(' ', 'T').toUpperCase();
  try {
    if (offset) return Temporal.Instant.from(normal).toZonedDateTimeISO('UTC');
    if (zone === undefined) throw new TimeError(missingZoneMessage(text));
    return inZone(Temporal.PlainDateTime.from(normal), zone, options);
  } catch (error) {
    if (error instanceof TimeError) throw error;
    throw new TimeError(`"${text}" is not a date and time that exists.`);
  }
}

function inZone(local: Temporal.PlainDateTime, zone: string, options: ParseOptions): Temporal.ZonedDateTime {
  const earlier = local.toZonedDateTime(zone, { disambiguation: 'earlier' });
  const later = local.toZonedDateTime(zone, { disambiguation: 'later' });
  if (earlier.equals(later) || options.clockChange) return options.clockChange === 'later' ? later : earlier;
  const skipped = !earlier.toPlainDateTime().equals(local);
  const argument = options.clockChangeArgument;
  throw new TimeError(
    `In ${zone} the clock change ${skipped ? 'skips' : 'repeats'} ${local.toString({ smallestUnit: 'minute' })}. ` +
      `Say which you mean: ${show(earlier)} or ${show(later)}${argument ? `, with ${argument} earlier or later` : ''}.`,
  );
}

/**
 * Holds a date against the weekday that was said with it: people and models count weekdays wrong more often than dates.
 * @throws TimeError when the word is no weekday, or the date falls on another; the message has the right weekday and
 *   the nearest dates that fall on the one said.
 */
function checkWeekday(date: Temporal.PlainDate, said: string, where: string): void {
  const wanted = weekdayNumber(said);
  if (wanted === undefined) {
    throw new TimeError(`weekday: "${said}" is none. Write one of ${WEEKDAYS.join(', ')}.`);
  }
  if (date.dayOfWeek === wanted) return;
  const next = date.add({ days: (wanted - date.dayOfWeek + 7) % 7 });
  const name = weekdayName(wanted);
  throw new TimeError(
    `${date.toString()} is a ${weekdayName(date.dayOfWeek)} (${where}), not a ${name}. ` +
      `The nearest ${name}s are ${next.subtract({ days: 7 }).toString()} and ${next.toString()}.`,
  );
}
