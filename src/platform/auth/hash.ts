import { createHash } from 'node:crypto';

/**
 * SHA-256 in hexadecimal, for keys and session tokens. A fast hash is sufficient for them: slow hashes protect secrets
 * that can be guessed, and these have 200 random bits.
 */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
