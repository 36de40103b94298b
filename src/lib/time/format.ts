import { offsetAt } from './offset.ts';
import { weekdayName } from './weekdays.ts';

/** A moment as the answers show it. */
export interface LocalTime {
  /** ISO 8601 with UTC designator, whole seconds. */
  utc: string;
  /** ISO 8601 in the zone, with offset. */
  local: string;
  /** In English, in the zone. */
  weekday: string;
}

/** An instant as platforms write it. */
const PLAIN = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/;
/** Later ones may be in a year of five digits by the clock on the wall. */
const LAST = Date.UTC(9999, 11, 30);
const MINUTE_MS = 60_000;

/**
 * Shows an instant in a zone by arithmetic, at a tenth of what a calendar costs. Undefined for what needs one: other
 * forms, dates that do not exist, and years in which offsets were not whole minutes.
 */
export function formatUtcInstant(instant: string, zone: string): LocalTime | undefined {
  if (!PLAIN.test(instant)) return undefined;
  const epochMs = Date.parse(instant);
  const seconds = instant.slice(0, 19);
  // Dates that do not exist come out as others.
  if (!(epochMs >= 0 && epochMs < LAST) || new Date(epochMs).toISOString().slice(0, 19) !== seconds) return undefined;
  const offsetMs = offsetAt(epochMs, zone);
  if (offsetMs % MINUTE_MS !== 0) return undefined;
  const local = new Date(epochMs + offsetMs);
  return {
    utc: `${seconds}Z`,
    local: `${local.toISOString().slice(0, 19)}${shownOffset(offsetMs / MINUTE_MS)}`,
    weekday: weekdayName(local.getUTCDay() || 7),
  };
}

function shownOffset(minutes: number): string {
  const size = Math.abs(minutes);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
