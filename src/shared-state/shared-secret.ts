import { randomBytes } from 'node:crypto';
import { Secret } from '../lib/secret.ts';
import type { StateDatabase } from './database.ts';

/** A random secret that all replicas have in common, made by the first that asks for it. */
export async function sharedSecret({ read, write }: StateDatabase, name: string): Promise<Secret> {
  const find = () => read<{ value: string }>('select value from rcpt_state.secrets where name = $1', name);
  const [known] = await find();
  if (known) return new Secret(known.value);
  const made = randomBytes(32).toString('base64url');
  await write('insert into rcpt_state.secrets (name, value) values ($1, $2) on conflict do nothing', name, made);
  const [first] = await find();
  return new Secret(first?.value ?? made);
}
