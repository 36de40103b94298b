import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { openStore } from '../../../src/platform/store/store.ts';
import { fillWithDemo } from '../demo-content.ts';
import { memoryFolder } from '../memory-folder.ts';
import { type PostgresServer, startServer } from './server.ts';
import { BROKER_URL_VARIABLE, type Template } from './shared.ts';

/**
 * Vitest's global setup: one PostgreSQL server for all test files, started on the first request for a database and removed
 * at the end. Test files request databases from a small HTTP server in this process: `/empty`, or a template, which is created once
 * and copied.
 */
export default async function setup(): Promise<() => Promise<void>> {
  // Both projects of vitest.config.ts run this setup.
  if (process.env[BROKER_URL_VARIABLE] !== undefined) return async () => {};
  const dataFolder = memoryFolder();
  let server: Promise<PostgresServer> | undefined;
  const templates = new Map<string, Promise<void>>();
  const newDatabase = async (name: string) => {
    server ??= startServer(dataFolder === undefined ? {} : { dataFolder, settings: SETTINGS_IN_MEMORY });
    const { createDatabase, copyDatabase } = await server;
    const fill = TEMPLATES[name as Template];
    if (!fill) return createDatabase();
    const filled = templates.get(name) ?? createDatabase(name).then(fill);
    templates.set(name, filled);
    await filled;
    return copyDatabase(name);
  };
  const broker = createServer(async ({ url }, response) => {
    try {
      const database = await newDatabase((url ?? '').slice(1));
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
  const removeData = () => {
    if (dataFolder !== undefined) rmSync(dataFolder, { recursive: true, force: true });
  };
  // A run that is interrupted must not leave its data in memory.
  process.once('exit', removeData);
  return async () => {
    broker.close();
    await (await server)?.remove();
    removeData();
  };
}

/** Less than the default of 1 GB, which the write-ahead log would take in memory. */
const SETTINGS_IN_MEMORY = { max_wal_size: '256MB' };

const TEMPLATES: Record<Template, (database: string) => Promise<void>> = {
  platform: async (database) => (await openStore(database, Date.now())).close(),
  demo: fillWithDemo,
};
