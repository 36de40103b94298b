import { randomBytes, type ScryptOptions, scrypt } from 'node:crypto';
import { equalInConstantTime } from '../../lib/crypto/timing-safe.ts';

// As recommended by OWASP's Password Storage Cheat Sheet: 32 MiB of memory and about a quarter of a second.
const COST: Required<Pick<ScryptOptions, 'N' | 'r' | 'p'>> = { N: 2 ** 15, r: 8, p: 3 };
const MAX_MEMORY_BYTES = 64 * 1024 * 1024;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

export const MIN_PASSWORD_LENGTH = 12;
/** In characters. Long enough for a passphrase, short enough that its length adds nothing to the cost of hashing. */
export const MAX_PASSWORD_LENGTH = 200;

/** Hashes a password for storage: `scrypt$N$r$p$salt$hash`, the latter two in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await deriveHash(password, salt, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/**
 * Returns true if a password matches a stored hash. Without a hash (no such user, or a user without a password) it does
 * the same work and returns false, so that the timing does not reveal which e-mail addresses have accounts.
 */
export async function verifyPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const [, N, r, p, salt, hash] = (stored ?? DUMMY_HASH).split('$');
  const expected = Buffer.from(hash ?? '', 'base64url');
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const actual = await deriveHash(password, Buffer.from(salt ?? '', 'base64url'), cost);
  return equalInConstantTime(actual, expected) && stored !== undefined && stored !== null;
}

const DUMMY_HASH = ['scrypt', COST.N, COST.r, COST.p, 'A'.repeat(22), 'A'.repeat(43)].join('$');

function deriveHash(password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // NFC: the same password typed on another keyboard may arrive as different code points.
    scrypt(password.normalize('NFC'), salt, HASH_BYTES, { ...cost, maxmem: MAX_MEMORY_BYTES }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
