/** A difference to the system clock, in milliseconds, at which the clock is read again: it was set, or the machine slept. */
const MAX_DRIFT_MS = 100;

let timeOrigin = Date.now() - performance.now();

/**
 * Milliseconds since the epoch, with fractions. The SDK starts each span at a whole millisecond of its own, so that a
 * child could seem to end after its parent; all spans share this clock instead.
 */
export function preciseNow(): number {
  const elapsed = performance.now();
  const wall = Date.now();
  if (Math.abs(wall - (timeOrigin + elapsed)) > MAX_DRIFT_MS) timeOrigin = wall - elapsed;
  return timeOrigin + elapsed;
}
