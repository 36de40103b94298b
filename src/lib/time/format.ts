import { formatClock } from './clock-text.ts';
import { offsetAt } from './offset.ts';
import { MINUTE_MS } from './units.ts';
import { weekdayName } from './weekdays.ts';

/** An instant in the form that answers show. */
export interface LocalTime {
  /** ISO 8601 with UTC designator, whole seconds. */
  utc: string;
  /** ISO 8601 in the zone, with offset. */
  local: string;
  /** In English, in the zone. */
  weekday: string;
}

/** ISO 8601, extended format: a date of four digits or of six with a sign, a time, and `Z` or an offset. */
const INSTANT =
  /^((?:\d{4}|[+-]\d{6})-\d\d)-(\d\d)[T ]([01]\d|2[0-3]):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)?(?:Z|([+-])([01]\d|2[0-3])(?::?([0-5]\d))?)$/i;

/** The form of most instants, which answers show unchanged. */
const WHOLE_SECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/**
 * Formats an instant (ISO 8601, any offset) in a zone (IANA); undefined for text that is no instant. By arithmetic: every
 * answer shows times, and a calendar library takes longer to load than the whole call of a tool takes.
 */
export function formatInstant(instant: string, zone: string): LocalTime | undefined {
  const epochMs = parseInstant(instant);
  if (epochMs === undefined) return undefined;
  try {
    const offsetMs = offsetAt(epochMs, zone);
    const local = new Date(epochMs + offsetMs);
    return {
      utc: WHOLE_SECONDS.test(instant) ? instant : `${wholeSeconds(new Date(epochMs))}Z`,
      local: `${wholeSeconds(local)}${formatOffset(offsetMs)}`,
      weekday: weekdayName(local.getUTCDay() || 7),
    };
  } catch (error) {
    // No such zone, or a date beyond those that JavaScript has.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Returns the whole seconds of an instant, in milliseconds since the epoch; undefined for text that is no instant. */
function parseInstant(text: string): number | undefined {
  const [, month, day, hour, minute, second = '00', sign, hours, minutes = '00'] = INSTANT.exec(text) ?? [];
  if (month === undefined) return undefined;
  const local = Date.parse(`${month}-${day}T${hour}:${minute}:${second}Z`);
  // Date.parse reads 30 February as a day of March.
  if (Number.isNaN(local) || new Date(local).getUTCDate() !== Number(day)) return undefined;
  const offsetMs = sign ? Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS : 0;
  return local - offsetMs;
}

const wholeSeconds = (date: Date) => date.toISOString().slice(0, -'.000Z'.length);

/** Before 1972 offsets of some zones had seconds, which ISO 8601 cannot write: they are rounded. */
function formatOffset(offsetMs: number): string {
  const minutes = Math.round(Math.abs(offsetMs) / MINUTE_MS);
  return (offsetMs < 0 ? '-' : '+') + formatClock(minutes);
}
