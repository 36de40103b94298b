import { addDays } from '../../lib/time/add-days.ts';
import { DAY_MS, MINUTE_MS } from '../../lib/time/units.ts';
import { localTime } from './time.ts';

/** Conversion from the wall clock of a zone to instants. Instants are milliseconds since 1970, UTC. */

/** What a zone adds to UTC at an instant, in minutes. */
export function offsetAt(instant: number, zone: string): number {
  const { date, minutes } = localTime(new Date(instant), zone);
  return Math.round((Date.parse(`${date}T00:00:00Z`) - instant) / MINUTE_MS + minutes);
}

/**
 * The instant at which the clocks of a zone show a time: the first one if they show it twice. A time that they skip is
 * counted on from the last time before.
 * @param minutes since midnight; 1440 is the end of the day.
 */
export function instantOf(date: string, minutes: number, zone: string): number {
  const asUtc = Date.parse(`${date}T00:00:00Z`) + minutes * MINUTE_MS;
  const before = offsetAt(asUtc - DAY_MS, zone);
  const after = offsetAt(asUtc + DAY_MS, zone);
  const isShown = (offset: number) => offsetAt(asUtc - offset * MINUTE_MS, zone) === offset;
  const offset = isShown(before) || !isShown(after) ? before : after;
  return asUtc - offset * MINUTE_MS;
}

/** A change of the clocks within a day. */
export interface ClockChange {
  at: number;
  /** What the clocks would have shown, in minutes since midnight. */
  minutes: number;
  /** Minutes that the clocks are set forward; negative: back. */
  by: number;
}

/** A local day: 23, 24 or 25 hours, or another length where clocks change by another amount. */
export interface ZonedDay {
  /** YYYY-MM-DD */
  date: string;
  zone: string;
  start: number;
  /** The start of the next day. */
  end: number;
  change?: ClockChange;
}

export function zonedDay(date: string, zone: string): ZonedDay {
  const [start, end] = [instantOf(date, 0, zone), instantOf(addDays(date, 1), 0, zone)];
  const change = changeWithin(start - MINUTE_MS, end, zone);
  return { date, zone, start, end, ...(change ? { change } : {}) };
}

function changeWithin(start: number, end: number, zone: string): ClockChange | undefined {
  const before = offsetAt(start, zone);
  const by = offsetAt(end, zone) - before;
  if (by === 0) return undefined;
  let [low, high] = [start, end];
  while (high - low > MINUTE_MS) {
    const middle = low + Math.floor((high - low) / 2 / MINUTE_MS) * MINUTE_MS;
    if (offsetAt(middle, zone) === before) low = middle;
    else high = middle;
  }
  // The minute before, because the clocks can change at midnight.
  return {
    at: high,
    minutes: (localTime(new Date(high - MINUTE_MS), zone).minutes + 1) % (24 * 60) || midnight(by),
    by,
  };
}

/** Midnight is the end of a day whose clocks are set back, and the start of one whose clocks are set forward. */
const midnight = (by: number) => (by < 0 ? 24 * 60 : 0);
