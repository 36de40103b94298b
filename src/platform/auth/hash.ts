import { createHash } from 'node:crypto';

/**
 * SHA-256 in hexadecimal, for keys and session tokens. A fast hash is right for them: they have 200 random bits, so
 * there is nothing to guess, which is what slow hashes are against.
 */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
