import { formatInstant } from '../../lib/time/format.ts';
import { minuteText } from '../../lib/time/minute-text.ts';

/** The local time of an instant in ISO 8601: `Monday 2026-11-30 10:00 (Europe/Berlin)`. @param zone IANA */
export function localTime(instant: string, zone: string): string {
  const time = formatInstant(instant, zone);
  return time ? `${time.weekday} ${minuteText(time.local)} (${zone})` : instant;
}
