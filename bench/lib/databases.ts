import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../../test/support/postgres/server.ts';

/** Creates databases of one engine for a benchmark. */
export interface Databases {
  /** Opens a database by name: empty, or filled by an earlier run in the same folder. */
  open(name: string): Promise<string>;
  /** Runs the maintenance that the engine would run some time after a database has been filled. */
  settle(database: string): Promise<void>;
  remove(): Promise<void>;
}

/** Durable settings as in production, unlike the databases of the tests. */
const SETTINGS = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  autovacuum: 'on',
  shared_buffers: '256MB',
  max_wal_size: '4GB',
};

export async function databasesOf(engine: string, folder: string | undefined): Promise<Databases> {
  return engine === 'postgres' ? postgres() : sqlite(folder);
}

/** Starts a PostgreSQL server with the settings of benchmarks. See `ServerOptions.dataFolder`. */
export const startDurableServer = (dataFolder?: string) =>
  startServer({ settings: SETTINGS, ...(dataFolder === undefined ? {} : { dataFolder }) });

async function postgres(): Promise<Databases> {
  const server = await startDurableServer();
  return {
    open: () => server.createDatabase(),
    settle: (database) => server.run(new URL(database).pathname.slice(1), 'vacuum analyze', 'checkpoint'),
    remove: server.remove,
  };
}

function sqlite(persistent: string | undefined): Databases {
  const folder = persistent ?? mkdtempSync(join(tmpdir(), 'rcpt-platform-'));
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
  return {
    open: async (name) => join(folder, `${name}.db`),
    settle: async () => {},
    async remove() {
      if (persistent === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}
