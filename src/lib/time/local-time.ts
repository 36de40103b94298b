import { formatInstant } from './format.ts';
import { minuteText } from './minute-text.ts';
import { repetitionOf } from './repeated-times.ts';

/** The local time of an instant in ISO 8601: `Monday 2026-11-30 10:00 (Europe/Berlin)`. @param zone IANA */
export function localTime(instant: string, zone: string): string {
  const time = formatInstant(instant, zone);
  return time ? `${time.weekday} ${minuteText(time.local)}${repeatedOffset(time.local, zone)} (${zone})` : instant;
}

/**
 * The offset of a local time that a clock change repeats, such as ` (UTC+01:00)`: without it, two times look the same. Empty for every
 * other time.
 * @param local ISO 8601 with offset
 */
export const repeatedOffset = (local: string, zone: string): string =>
  repetitionOf(Date.parse(local), zone) ? ` (UTC${local.slice(19)})` : '';
