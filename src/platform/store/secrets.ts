import { randomBytes } from 'node:crypto';
import { Secret } from '../../lib/secrets/secret.ts';
import type { Store } from './store.ts';

/**
 * Returns the secret of this name, the same for all processes on this database and after a restart. The first process
 * that needs it creates it. A database in memory has one of its own.
 */
export async function sharedSecret(store: Store, name: string): Promise<Secret> {
  const find = async () =>
    store.readUncoordinated((db) =>
      db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst(),
    );
  const existing = await find();
  if (existing) return new Secret(existing.value);
  const value = randomBytes(32).toString('base64url');
  await store.write(
    (tx) =>
      tx
        .insertInto('secrets')
        .values({ name, value })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    'rows',
  );
  // Another process may have created it concurrently.
  return new Secret((await find())?.value ?? value);
}
