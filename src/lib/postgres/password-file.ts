import type { ClientConfig } from 'pg';
import pgpass from 'pgpass';
import { Secret } from '../secret.ts';

/**
 * The password that libpq's password file has for a connection; undefined when there is none. Read for each connection,
 * so that a password can be changed while this process runs.
 */
export async function passwordFromFile(connection: ClientConfig): Promise<string> {
  const password = await new Promise<string | undefined>((resolve) => pgpass(connection, resolve));
  // Known to the log from now on, which strikes it out.
  if (password !== undefined) new Secret(password);
  return password as string;
}
