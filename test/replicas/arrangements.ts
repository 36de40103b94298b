import { writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { newSecret } from '../support/deliveries.ts';
import { startPlatform, temporaryFolder } from '../support/platform.ts';
import { type SharedDatabase, sharedDatabase } from '../support/postgres/shared.ts';
import { type Replicas, startReplicas } from '../support/replicas.ts';

/** Three replicas with their platform and databases. */
export interface World extends Replicas {
  /** Queries the platform's database. */
  query<Row extends object = Record<string, unknown>>(sql: string, ...parameters: unknown[]): Promise<Row[]>;
  /** Queries the database that the replicas share. */
  state<Row extends object = Record<string, unknown>>(sql: string, ...parameters: unknown[]): Promise<Row[]>;
  /** The signing secret of webhook deliveries, if the replicas receive them. */
  secret: string;
}

const SETTINGS = {
  RCPT_TIME_ZONE: 'America/New_York',
  RCPT_DEFAULT_COUNTRY: 'US',
  RCPT_CONFIRM: 'destructive',
};

/** Returns a function that queries a database, with a new connection per query. */
const queryOn =
  (url: string) =>
  async <Row extends object>(sql: string, ...parameters: unknown[]): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(sql, parameters)).rows as Row[];
    } finally {
      await client.end();
    }
  };

/** The embedded platform in each replica, on one PostgreSQL database. */
async function embedded(): Promise<World> {
  const shared = await sharedDatabase();
  const replicas = await startReplicas(3, { ...SETTINGS, RCPT_DATABASE: shared.database });
  const query = queryOn(shared.database);
  return { ...replicas, query, state: query, secret: '', close: closing(replicas, shared) };
}

/** A remote platform with one key, and a database that the replicas share. */
async function remote(): Promise<World> {
  const [platforms, shared] = await Promise.all([sharedDatabase(), sharedDatabase()]);
  const platform = await startPlatform({ demo: true, database: platforms.database });
  const folder = temporaryFolder();
  const secret = newSecret();
  const secrets = join(folder, 'secrets.txt');
  writeFileSync(secrets, `${secret}\n`, { mode: 0o600 });
  const env = { ...SETTINGS, RCPT_BASE_URL: platform.url, RCPT_API_KEY: await platform.key() };
  const args = ['--webhooks', '--webhook-secrets', secrets];
  const replicas = await startReplicas(3, { ...env, RCPT_STATE: shared.database }, args);
  const close = closing(replicas, shared);
  return {
    ...replicas,
    query: queryOn(platforms.database),
    state: queryOn(shared.database),
    secret,
    async close() {
      await close();
      await platform.close();
      await platforms.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const closing = (replicas: Replicas, shared: SharedDatabase) => async () => {
  await replicas.close();
  await shared.remove();
};

export const ARRANGEMENTS: [string, () => Promise<World>][] = [
  ['the embedded platform on PostgreSQL', embedded],
  ['a remote platform', remote],
];
