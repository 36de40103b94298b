import { addDays } from './add-days.ts';
import { offsetAt } from './offset.ts';
import { DAY_MS, MINUTE_MS } from './units.ts';
import { DAY_MINUTES } from './whole-day.ts';

/** Local days and times as instants (milliseconds since 1970, UTC), without a calendar library, which pages have no room for. */

/**
 * The instant at which the clocks of a zone show a time: the first one if they show it twice. A time that they skip is
 * counted on from the last time before.
 * @param minutes since midnight; 1440 is the end of the day.
 */
export function instantOf(date: string, minutes: number, zone: string): number {
  const asUtc = Date.parse(`${date}T00:00:00Z`) + minutes * MINUTE_MS;
  const before = offsetAt(asUtc - DAY_MS, zone);
  const after = offsetAt(asUtc + DAY_MS, zone);
  const isShown = (offset: number) => offsetAt(asUtc - offset, zone) === offset;
  return asUtc - (isShown(before) || !isShown(after) ? before : after);
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

/** Returns a date in a zone (IANA). */
export function zonedDay(date: string, zone: string): ZonedDay {
  const [start, end] = [instantOf(date, 0, zone), instantOf(addDays(date, 1), 0, zone)];
  const change = changeWithin(start - MINUTE_MS, end, zone);
  return { date, zone, start, end, ...(change ? { change } : {}) };
}

function changeWithin(start: number, end: number, zone: string): ClockChange | undefined {
  const before = offsetAt(start, zone);
  const by = (offsetAt(end, zone) - before) / MINUTE_MS;
  if (by === 0) return undefined;
  let [low, high] = [start, end];
  while (high - low > MINUTE_MS) {
    const middle = low + Math.floor((high - low) / 2 / MINUTE_MS) * MINUTE_MS;
    if (offsetAt(middle, zone) === before) low = middle;
    else high = middle;
  }
  const minutes = Math.round((high + before) / MINUTE_MS) % DAY_MINUTES;
  return { at: high, minutes: minutes || midnight(by), by };
}

/** Midnight is the end of a day whose clocks are set back, and the start of one whose clocks are set forward. */
const midnight = (by: number) => (by < 0 ? DAY_MINUTES : 0);

/**
 * The instant at which the clocks of a day show a time, for the end of a period: of a time that they show twice `repeated` selects
 * one, and a time that they skip is reached at the change.
 * @param minutes since midnight; 0 and 1440 are the ends of the day, whatever the clocks show then.
 */
export function instantOn(
  { date, zone, start, end, change }: ZonedDay,
  minutes: number,
  repeated: 'earlier' | 'later',
) {
  if (minutes === 0) return start;
  if (minutes === DAY_MINUTES) return end;
  if (!change) return start + minutes * MINUTE_MS;
  const { at, by } = change;
  if (by > 0)
    return minutes < change.minutes
      ? instantOf(date, minutes, zone)
      : Math.max(at, at + (minutes - by - change.minutes) * MINUTE_MS);
  const isTwice = minutes >= change.minutes + by && minutes < change.minutes;
  return instantOf(date, minutes, zone) - (isTwice && repeated === 'later' ? by * MINUTE_MS : 0);
}
