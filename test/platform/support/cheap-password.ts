import { randomBytes, scryptSync } from 'node:crypto';
import { setPasswordHash } from '../../../src/platform/store/accounts/sessions.ts';
import { openStore } from '../../../src/platform/store/store.ts';

/** A hash of a password that is cheap to verify: a hash states its cost. */
export function cheapHash(password: string): string {
  const cost = { N: 2, r: 8, p: 1 };
  const salt = randomBytes(16);
  const hash = scryptSync(password, salt, 32, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** Sets a password of users whose hash is cheap. For tests that sign in many times and do not concern hashing. */
export async function setCheapPassword(database: string, password: string, userIds: readonly string[]): Promise<void> {
  const hash = cheapHash(password);
  const store = await openStore(database, 0);
  await store.write(async (tx) => {
    for (const id of userIds) await setPasswordHash(tx, id, hash);
  }, 'all');
  await store.close();
}
