import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPlatform } from '../../../src/platform/index.ts';
import { type PostgresServer, startServer } from '../../support/postgres/server.ts';

/** A certificate for `localhost`, valid until 2120, and the authority that signed it. They are of use to nobody. */
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

/** How the platform's connections come about; `host` is a name of this machine. */
async function encryption(parameters: Record<string, string>, host = 'localhost'): Promise<boolean> {
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

it('require encrypts, and trusts whoever answers', async () => {
  expect(await encryption({ sslmode: 'require' })).toBe(true);
});

it('verify-full encrypts to the server that the URL names, and to no other', async () => {
  expect(await encryption({ sslmode: 'verify-full', sslrootcert: authority })).toBe(true);
  await expect(encryption({ sslmode: 'verify-full', sslrootcert: authority }, '127.0.0.1')).rejects.toThrow(
    'its certificate is for another host than its URL names',
  );
  await expect(encryption({ sslmode: 'verify-full' })).rejects.toThrow(
    'its certificate is signed by nobody known here',
  );
});

it('verify-ca takes any name, but no other authority', async () => {
  expect(await encryption({ sslmode: 'verify-ca', sslrootcert: authority }, '127.0.0.1')).toBe(true);
  await expect(encryption({ sslmode: 'verify-ca', sslrootcert: 'system' })).rejects.toThrow('signed by nobody known');
});

it('without sslmode, connections within this machine are open', async () => {
  expect(await encryption({})).toBe(false);
});
