import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * SHA-256 in hexadecimal, for keys and session tokens. A fast hash is right for them: they have 200 random bits, so
 * there is nothing to guess, which is what slow hashes are against.
 */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Whether two hashes are the same, in a time that does not depend on where they differ. */
export function sameHash(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
