import { offsetAt } from './offset.ts';
import { HOUR_MS } from './units.ts';

/** No clock change repeats a longer time, apart from those that repeat a whole day. */
const REACH_MS = 6 * HOUR_MS;

/**
 * Returns which one of the two instants with the same local time an instant is, where a clock change repeats this time; undefined
 * for every other instant.
 * @param zone IANA.
 */
export function repetitionOf(epochMs: number, zone: string): 'earlier' | 'later' | undefined {
  const offset = offsetAt(epochMs, zone);
  const [before, after] = [offsetAt(epochMs - REACH_MS, zone), offsetAt(epochMs + REACH_MS, zone)];
  const hasSameTime = (other: number) => offsetAt(epochMs + offset - other, zone) === other;
  if (before > offset && hasSameTime(before)) return 'later';
  return after < offset && hasSameTime(after) ? 'earlier' : undefined;
}

/** Returns the second instant with the local time of a first one, where a clock change repeats this time; otherwise undefined. */
export const repeatedInstant = (epochMs: number, zone: string): number | undefined =>
  repetitionOf(epochMs, zone) === 'earlier'
    ? epochMs + offsetAt(epochMs, zone) - offsetAt(epochMs + REACH_MS, zone)
    : undefined;
