/**
 * Difference to the system clock, in milliseconds, above which the origin is corrected: the clock was set, or the machine
 * slept.
 */
const MAX_DRIFT_MS = 100;

let timeOrigin = Date.now() - performance.now();

/**
 * Returns milliseconds since the epoch, with fractions. All spans use this clock: the SDK rounds the start of each span
 * to a whole millisecond, so that a child could seem to end after its parent.
 */
export function preciseNow(): number {
  const elapsed = performance.now();
  const wall = Date.now();
  if (Math.abs(wall - (timeOrigin + elapsed)) > MAX_DRIFT_MS) timeOrigin = wall - elapsed;
  return timeOrigin + elapsed;
}
