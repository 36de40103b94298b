import { once } from 'node:events';
import { createServer } from 'node:http';
import { type PostgresServer, startServer } from './server.ts';
import { BROKER_URL_VARIABLE } from './shared.ts';

/**
 * Vitest's global setup: one PostgreSQL server for all test files, started on the first request for a database and removed
 * at the end. Test files request databases from a small HTTP server in this process.
 */
export default async function setup(): Promise<() => Promise<void>> {
  // Both projects of vitest.config.ts run this setup.
  if (process.env[BROKER_URL_VARIABLE] !== undefined) return async () => {};
  let server: Promise<PostgresServer> | undefined;
  const broker = createServer(async (_request, response) => {
    try {
      server ??= startServer();
      const { createDatabase, administration } = await server;
      const database = await createDatabase();
      const name = new URL(database).pathname.slice(1);
      response.end(JSON.stringify({ database, administration: administration(name) }));
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
