import { offsetAt } from './offset.ts';
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

/** The form in which platforms write instants. */
const UTC_INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/;
/** Later instants may have a local year of five digits. */
const MAX_EPOCH_MS = Date.UTC(9999, 11, 30);
const MINUTE_MS = 60_000;

/**
 * Formats an instant in a zone by arithmetic, ten times as fast as with a calendar. Returns undefined for input that needs
 * a calendar: other forms, dates that do not exist, and years in which offsets were not whole minutes.
 */
export function formatUtcInstant(instant: string, zone: string): LocalTime | undefined {
  if (!UTC_INSTANT.test(instant)) return undefined;
  const epochMs = Date.parse(instant);
  // Date.parse reads a date that does not exist, and 24:00, as a later day.
  if (!(epochMs >= 0 && epochMs < MAX_EPOCH_MS) || new Date(epochMs).getUTCDate() !== Number(instant.slice(8, 10)))
    return undefined;
  const offsetMs = offsetAt(epochMs, zone);
  if (offsetMs % MINUTE_MS !== 0) return undefined;
  const local = new Date(epochMs + offsetMs);
  return {
    utc: `${instant.slice(0, 19)}Z`,
    local: `${local.toISOString().slice(0, 19)}${formatOffset(offsetMs / MINUTE_MS)}`,
    weekday: weekdayName(local.getUTCDay() || 7),
  };
}

function formatOffset(minutes: number): string {
  const absolute = Math.abs(minutes);
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(absolute / 60))}:${pad(absolute % 60)}`;
}
