import { randomBytes } from 'node:crypto';

/** Crockford's base 32 in lower case: it has no letters that are easily confused. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Characters of an id behind its prefix. */
const ID_LENGTH = 16;

/** Returns `length` random characters of 5 bits each. */
export const randomText = (length: number): string => textOf(randomBytes(length));

/** Returns a new record id such as `bk_7d0m…`: a prefix for the kind of record, and 80 random bits. */
export const newId = (prefix: string): string => `${prefix}_${randomText(ID_LENGTH)}`;

/** Returns the record id of a digest: a prefix for the kind of record, and 80 of its bits. */
export const idOf = (prefix: string, digest: Buffer): string => `${prefix}_${textOf(digest.subarray(0, ID_LENGTH))}`;

const textOf = (bytes: Buffer) => Array.from(bytes, (byte) => ALPHABET[byte & 31]).join('');
