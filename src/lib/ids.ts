import { randomBytes } from 'node:crypto';

/** Crockford's base 32 in lower case: it has no letters that are easily confused. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Returns `length` random characters of 5 bits each. */
export function randomText(length: number): string {
  return Array.from(randomBytes(length), (byte) => ALPHABET[byte & 31]).join('');
}

/** Returns a new record id such as `bk_7d0m…`: a prefix for the kind of record, and 80 random bits. */
export function newId(prefix: string): string {
  return `${prefix}_${randomText(16)}`;
}
