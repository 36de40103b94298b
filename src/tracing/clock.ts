/** A jump of the system's clock that is followed, in milliseconds. */
const JUMP_MS = 100;

let began = Date.now() - performance.now();

/** Milliseconds since the epoch, with fractions: a part of a request must not seem to begin before the whole. */
export function preciseNow(): number {
  const now = performance.now();
  const wall = Date.now();
  if (Math.abs(wall - (began + now)) > JUMP_MS) began = wall - now;
  return began + now;
}
