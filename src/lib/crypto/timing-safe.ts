import { timingSafeEqual } from 'node:crypto';

/**
 * Whether two values are equal, in a time that depends on the length of `given` alone: not on where they differ, nor on
 * how long the expected one is.
 */
export function equalInConstantTime(given: string | Uint8Array, expected: string | Uint8Array): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  const sameLength = left.length === right.length;
  // Without a second value of this length the first is compared with itself, which takes as long.
  return timingSafeEqual(left, sameLength ? right : left) && sameLength;
}
