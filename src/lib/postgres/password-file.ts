import type { ClientConfig } from 'pg';
import pgpass from 'pgpass';
import { Secret } from '../secrets/secret.ts';

/**
 * Returns the password in libpq's password file for a connection; undefined if there is none. The file is read for each
 * connection, so that a password can be changed while this process runs.
 */
export async function passwordFromFile(connection: ClientConfig): Promise<string> {
  const password = await new Promise<string | undefined>((resolve) => pgpass(connection, resolve));
  // Registers it for redaction in logs.
  if (password !== undefined) new Secret(password);
  return password as string;
}
