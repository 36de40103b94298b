import { once } from 'node:events';
import { createServer } from 'node:http';
import { type PostgresServer, startServer } from './server.ts';
import { POSTGRES_DESK } from './shared.ts';

/**
 * Vitest's global set-up: one PostgreSQL server for all test files, started when the first of them asks for a database
 * and removed at the end.
 */
export default async function setup(): Promise<() => Promise<void>> {
  // Both projects of vitest.config.ts come by here.
  if (process.env[POSTGRES_DESK] !== undefined) return async () => {};
  let server: Promise<PostgresServer> | undefined;
  const desk = createServer(async (_request, response) => {
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
  desk.listen(0, '127.0.0.1');
  await once(desk, 'listening');
  // Test files run in processes of their own, which are started after this and inherit the environment.
  process.env[POSTGRES_DESK] = `http://127.0.0.1:${(desk.address() as { port: number }).port}`;
  return async () => {
    desk.close();
    await (await server)?.remove();
  };
}
