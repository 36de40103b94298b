import { offsetAt } from './offset.ts';
import { DAY_MS, YEAR_MS } from './units.ts';

/** Zones whose clocks change on different days show different times for a week at least. */
const STEP_MS = 4 * DAY_MS;

/** Returns the first instant within a year at which the clocks of two zones (IANA) show different times; undefined: none. */
export function firstDifference(zone: string, other: string, now: number): number | undefined {
  if (zone === other) return undefined;
  for (let at = now; at < now + YEAR_MS; at += STEP_MS) {
    if (offsetAt(at, zone) !== offsetAt(at, other)) return at;
  }
  return undefined;
}
