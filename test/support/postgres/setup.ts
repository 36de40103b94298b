import { once } from 'node:events';
import { createServer } from 'node:http';
import { openStore } from '../../../src/platform/store/store.ts';
import { type PostgresServer, startServer } from './server.ts';
import { BROKER_URL_VARIABLE } from './shared.ts';

/** Name of the database that is copied. */
const MIGRATED = 'migrated';

/**
 * Vitest's global setup: one PostgreSQL server for all test files, started on the first request for a database and removed
 * at the end. Test files request databases from a small HTTP server in this process: `/empty`, or `/platform` with the tables of the
 * embedded platform, which are created once and copied.
 */
export default async function setup(): Promise<() => Promise<void>> {
  // Both projects of vitest.config.ts run this setup.
  if (process.env[BROKER_URL_VARIABLE] !== undefined) return async () => {};
  let server: Promise<PostgresServer> | undefined;
  let migrated: Promise<void> | undefined;
  const newDatabase = async (path: string | undefined) => {
    server ??= startServer();
    const { createDatabase, copyDatabase } = await server;
    if (path !== '/platform') return createDatabase();
    migrated ??= createDatabase(MIGRATED).then(migrate);
    await migrated;
    return copyDatabase(MIGRATED);
  };
  const broker = createServer(async ({ url }, response) => {
    try {
      const database = await newDatabase(url);
      const name = new URL(database).pathname.slice(1);
      response.end(JSON.stringify({ database, administration: (await server)?.administration(name) }));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  broker.listen(0, '127.0.0.1');
  await once(broker, 'listening');
  // Test files run in child processes that start later and inherit the environment.
  process.env[BROKER_URL_VARIABLE] = `http://127.0.0.1:${(broker.address() as { port: number }).port}`;
  return async () => {
    broker.close();
    await (await server)?.remove();
  };
}

async function migrate(database: string): Promise<void> {
  const store = await openStore(database, Date.now());
  await store.close();
}
