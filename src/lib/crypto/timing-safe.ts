import { timingSafeEqual } from 'node:crypto';

/**
 * Constant-time comparison: its duration depends on the length of `actual` alone, neither on the position of the first
 * difference nor on the length of `expected`.
 */
export function equalInConstantTime(actual: string | Uint8Array, expected: string | Uint8Array): boolean {
  const [left, right] = [Buffer.from(actual), Buffer.from(expected)];
  const sameLength = left.length === right.length;
  // If the lengths differ, the first value is compared with itself, which takes the same time.
  return timingSafeEqual(left, sameLength ? right : left) && sameLength;
}
