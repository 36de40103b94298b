import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPlatform } from '../../../src/platform/index.ts';
import { type PostgresServer, startServer } from '../../support/postgres/server.ts';

/** A certificate for `localhost`, valid until 2120, and the test authority that signed it. */
const certificate = (name: string) =>
  fileURLToPath(new URL(`../../support/postgres/certificates/${name}`, import.meta.url));
const authority = certificate('authority.pem');

let server: PostgresServer;
let database: string;
beforeAll(async () => {
  const read = (name: string) => readFileSync(certificate(name), 'utf8');
  server = await startServer({
    settings: { ssl: 'on' },
    files: { 'server.crt': read('server.pem'), 'server.key': read('server-key.pem') },
  });
  database = await server.createDatabase();
});
afterAll(() => server.remove());

/** True if all connections of the platform are encrypted. `host` is a name of this machine. */
async function isEncrypted(parameters: Record<string, string>, host = 'localhost'): Promise<boolean> {
  const url = new URL(database);
  url.hostname = host;
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  const platform = await openPlatform({ database: url.href, demo: false });
  const client = new pg.Client({ connectionString: server.administration() });
  await client.connect();
  const { rows } = await client.query(
    "select ssl from pg_stat_ssl join pg_stat_activity using (pid) where application_name = 'rcpt-mcp'",
  );
  await client.end();
  await platform.close();
  expect(rows.length).toBeGreaterThan(0);
  return rows.every((row) => row.ssl);
}

it('sslmode=require encrypts without verifying the certificate', async () => {
  expect(await isEncrypted({ sslmode: 'require' })).toBe(true);
});

it('sslmode=verify-full verifies the authority and the host name', async () => {
  expect(await isEncrypted({ sslmode: 'verify-full', sslrootcert: authority })).toBe(true);
  await expect(isEncrypted({ sslmode: 'verify-full', sslrootcert: authority }, '127.0.0.1')).rejects.toThrow(
    'its certificate is for another host than its URL names',
  );
  await expect(isEncrypted({ sslmode: 'verify-full' })).rejects.toThrow(
    'its certificate is not signed by a known authority',
  );
});

it('sslmode=verify-ca verifies the authority but not the host name', async () => {
  expect(await isEncrypted({ sslmode: 'verify-ca', sslrootcert: authority }, '127.0.0.1')).toBe(true);
  await expect(isEncrypted({ sslmode: 'verify-ca', sslrootcert: 'system' })).rejects.toThrow(
    'not signed by a known authority',
  );
});

it('local connections are not encrypted without sslmode', async () => {
  expect(await isEncrypted({})).toBe(false);
});
