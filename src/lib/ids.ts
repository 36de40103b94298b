import { randomBytes } from 'node:crypto';

/** Crockford's alphabet in lower case: no letter that is taken for another when read aloud. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** `length` random characters of 5 bits each. */
export function randomText(length: number): string {
  return Array.from(randomBytes(length), (byte) => ALPHABET[byte & 31]).join('');
}

/** A new record id such as `bk_7d0m…`: a prefix that says its kind and 80 random bits. */
export function newId(prefix: string): string {
  return `${prefix}_${randomText(16)}`;
}
