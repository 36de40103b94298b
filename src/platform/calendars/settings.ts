import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../lib/time/units.ts';

/** Settings of reading private calendars. Times are in milliseconds. */
export interface CalendarSettings {
  /** Time between two readings of a calendar, ±10 %. */
  intervalMs: number;
  /** Time for one reading, from name resolution to the last byte. */
  timeoutMs: number;
  /** Processor time for one calendar. */
  maxWorkMs: number;
  maxBytes: number;
  /** Calendars that this process reads at the same time. */
  maxConcurrent: number;
  /** How long a process may take for a calendar before another one reads it. Much longer than `timeoutMs`. */
  leaseMs: number;
  /** How often new and changed addresses are looked for. */
  pollMs: number;
}

export const MAX_CALENDAR_BYTES = 8 * 1024 * 1024;
export const MAX_CONCURRENT_CALENDARS = 3;

export const DEFAULT_CALENDAR_SETTINGS: CalendarSettings = {
  intervalMs: 15 * MINUTE_MS,
  timeoutMs: 20 * SECOND_MS,
  maxWorkMs: 10 * SECOND_MS,
  maxBytes: MAX_CALENDAR_BYTES,
  maxConcurrent: MAX_CONCURRENT_CALENDARS,
  leaseMs: 3 * MINUTE_MS,
  pollMs: 30 * SECOND_MS,
};

/** The longest that a server may ask to wait before its calendar is read again. */
export const MAX_RETRY_AFTER_MS = 60 * MINUTE_MS;

/** A copy that is older than this is reported as stale, and one that is older than a day does not count as known. */
export const FRESH_MS = 30 * MINUTE_MS;
export const KNOWN_MS = DAY_MS;

/** An unchanged calendar is computed again after a day, because its window moves. */
export const RECOMPUTE_MS = DAY_MS;
/** The window of the busy times that are kept, from the time of their computation: yesterday to the longest booking window. */
export const WINDOW_BEFORE_MS = DAY_MS;
const LONGEST_BOOKING_WINDOW_MS = 400 * DAY_MS;
/** A copy counts for a day, and is computed a day before it was last found unchanged. */
export const WINDOW_AFTER_MS = LONGEST_BOOKING_WINDOW_MS + RECOMPUTE_MS + KNOWN_MS;
