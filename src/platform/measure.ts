import { sql } from 'kysely';
import { isPostgresUrl } from '../lib/database/database-url.ts';
import { type DatabaseHealth, readHealth } from './store/inspect/health.ts';
import { rowsOf } from './store/inspect/inspect-health.ts';
import { fileSize } from './store/sqlite/file-size.ts';
import { IN_MEMORY } from './store/sqlite/open.ts';
import { realFile } from './store/sqlite/real-file.ts';
import type { Store } from './store/store.ts';

/** What a running platform says about its database, for metrics. */
export interface Measurements extends DatabaseHealth {
  /** Bytes of the data; undefined in memory. */
  dataBytes: number | undefined;
  /** Bytes of the WAL or the rollback journal of SQLite; undefined in memory, and in PostgreSQL, whose WAL is the server's. */
  journalBytes: number | undefined;
}

/**
 * Reads them, in queries of milliseconds. Rejects if the database does not answer.
 * @param now the time, in epoch milliseconds
 */
export async function measure(store: Store, database: string, now: number): Promise<Measurements> {
  return store.readUncoordinated(async (db) => {
    const health = await readHealth((queries) => rowsOf(db, queries), now);
    if (isPostgresUrl(database)) {
      const size = sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`;
      const { rows } = await size.execute(db);
      return { ...health, dataBytes: Number(rows[0]?.bytes), journalBytes: undefined };
    }
    const size = database === IN_MEMORY ? undefined : fileSize(realFile(database));
    const journalBytes = size && size.wal_bytes + size.journal_bytes;
    return { ...health, dataBytes: size && size.bytes - (journalBytes ?? 0), journalBytes };
  });
}
