import { Temporal } from 'temporal-polyfill';

/** A moment as the answers show it. */
export interface Moment {
  /** ISO 8601 with UTC designator, whole seconds. */
  utc: string;
  /** ISO 8601 in the zone, with offset. */
  local: string;
  /** In English, in the zone. */
  weekday: string;
}

/** A time that cannot be understood, or that means no or two moments. The message shows a right form. */
export class TimeError extends Error {
  override readonly name = 'TimeError';
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** `2026-03-02T09:00`, seconds and their fraction optional, with or without `Z` or an offset. */
const FORM = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/i;

function show(zoned: Temporal.ZonedDateTime): string {
  return zoned.toString({ timeZoneName: 'never', smallestUnit: 'second' });
}

/** Shows an instant (ISO 8601, any offset) in a zone; undefined when the text is no instant. */
export function describeMoment(instant: string, zone: string): Moment | undefined {
  try {
    const zoned = Temporal.Instant.from(instant).toZonedDateTimeISO(zone);
    return {
      utc: zoned.toInstant().toString({ smallestUnit: 'second' }),
      local: show(zoned),
      weekday: WEEKDAYS[zoned.dayOfWeek - 1] as string,
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
}

/** What is said of a time or date that is local to a place nobody named. */
export function missingZone(text: string): string {
  return `"${text}" has neither an offset nor a zone. Add time_zone (an IANA name such as America/New_York), or write the offset.`;
}

/**
 * Reads a time that a person or model wrote: an instant with offset, or local time in `zone`.
 * @returns the instant, ISO 8601 with UTC designator.
 * @throws TimeError for other forms, a local time without a zone, and local times that a clock change skips or
 *   repeats unless `clockChange` picks one; the message names both candidates.
 */
export function parseTime(text: string, zone: string | undefined, options: ParseOptions = {}): string {
  const match = FORM.exec(text.trim());
  if (!match) {
    throw new TimeError(
      `"${text}" is not a time. Write an instant such as 2026-03-02T09:00:00-05:00, or local time such as 2026-03-02T09:00 with time_zone.`,
    );
  }
  const normal = text.trim().replace(' ', 'T').toUpperCase();
  try {
    if (match[1]) return Temporal.Instant.from(normal).toString({ smallestUnit: 'second' });
    if (zone === undefined) throw new TimeError(missingZone(text));
    return localInstant(Temporal.PlainDateTime.from(normal), zone, options);
  } catch (error) {
    if (error instanceof TimeError) throw error;
    throw new TimeError(`"${text}" is not a date and time that exists.`);
  }
}

function localInstant(local: Temporal.PlainDateTime, zone: string, options: ParseOptions): string {
  const earlier = local.toZonedDateTime(zone, { disambiguation: 'earlier' });
  const later = local.toZonedDateTime(zone, { disambiguation: 'later' });
  if (earlier.equals(later) || options.clockChange) {
    return (options.clockChange === 'later' ? later : earlier).toInstant().toString({ smallestUnit: 'second' });
  }
  const skipped = !earlier.toPlainDateTime().equals(local);
  const argument = options.clockChangeArgument;
  throw new TimeError(
    `In ${zone} the clock change ${skipped ? 'skips' : 'repeats'} ${local.toString({ smallestUnit: 'minute' })}. ` +
      `Say which you mean: ${show(earlier)} or ${show(later)}${argument ? `, with ${argument} earlier or later` : ''}.`,
  );
}
