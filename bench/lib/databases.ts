import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../../test/support/postgres/server.ts';

/** Databases of one engine for a benchmark. */
export interface Databases {
  /** A database by name: empty, or as an earlier run left it in the same folder. */
  open(name: string): Promise<string>;
  /** To be called when a database has been filled: what the engine would do by itself some time later. */
  settle(database: string): Promise<void>;
  remove(): Promise<void>;
}

/** As durable as the product asks for, unlike the databases of the tests. */
const SETTINGS = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  autovacuum: 'on',
  shared_buffers: '256MB',
  max_wal_size: '4GB',
};

export async function databasesOf(engine: string, kept: string | undefined): Promise<Databases> {
  return engine === 'postgres' ? postgres() : sqlite(kept);
}

async function postgres(): Promise<Databases> {
  const server = await startServer({ settings: SETTINGS });
  return {
    open: () => server.createDatabase(),
    settle: (database) => server.run(new URL(database).pathname.slice(1), 'vacuum analyze', 'checkpoint'),
    remove: server.remove,
  };
}

function sqlite(kept: string | undefined): Databases {
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'rcpt-platform-'));
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
  return {
    open: async (name) => join(folder, `${name}.db`),
    settle: async () => {},
    async remove() {
      if (kept === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}
