import { randomBytes } from 'node:crypto';
import { Secret } from '../lib/secrets/secret.ts';
import type { StateDatabase } from './database.ts';

/** Returns a random secret that all replicas share. The first replica creates it. */
export async function sharedSecret({ read, write }: StateDatabase, name: string): Promise<Secret> {
  const find = () => read<{ value: string }>('select value from rcpt_state.secrets where name = $1', name);
  const [existing] = await find();
  if (existing) return new Secret(existing.value);
  const created = randomBytes(32).toString('base64url');
  await write('insert into rcpt_state.secrets (name, value) values ($1, $2) on conflict do nothing', name, created);
  // Another replica may have created it concurrently.
  const [stored] = await find();
  return new Secret(stored?.value ?? created);
}
