import { resolve } from 'node:path';
import { Kysely, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import type { Db, Schema } from '../schema.ts';
import { watchChanges } from './change-watcher.ts';
import { sqliteDialect } from './dialect.ts';
import { loadSqlite, type SqliteConnection } from './driver.ts';
import { explainError, isOverlapError, OVERLAP_MESSAGE } from './errors.ts';
import { checkpoint, createPrivateFile, IN_MEMORY, openReader, openWriter } from './open.ts';
import { ALWAYS_USABLE, watchUsability } from './usability.ts';

/** The SQLite engine on one file, or in memory with `:memory:`. */
export async function sqliteEngine(database: string): Promise<Engine> {
  // Absolute, so that SQLite does not interpret a path as a URI.
  const path = database === IN_MEMORY ? database : resolve(database);
  const explain = (error: unknown) => explainError(path, error);
  const Sqlite = await loadSqlite();
  const connections: SqliteConnection[] = [];
  try {
    if (path !== IN_MEMORY) createPrivateFile(path);
    connections.push(await openWriter(Sqlite, path));
    if (path !== IN_MEMORY) connections.push(openReader(Sqlite, path));
  } catch (error) {
    for (const connection of connections) connection.close();
    throw explain(error);
  }
  const [writer, reader = writer] = connections.map(
    (connection) => new Kysely<Schema>({ dialect: sqliteDialect(connection) }),
  ) as [Db, Db?];
  const changes = watchChanges(connections[1]);
  const usability = path === IN_MEMORY ? ALWAYS_USABLE : watchUsability(path);

  return {
    read: (work) =>
      usability.guard(() =>
        reader.transaction().setAccessMode('read only').setIsolationLevel('repeatable read').execute(work),
      ),
    readUncoordinated: (work) => usability.guard(() => work(reader)),
    write: (work) =>
      usability.guard(() =>
        writer.transaction().execute(async (tx) => {
          const result = await work(tx);
          // Just before the commit: a commit to a deleted file would succeed, and be lost.
          usability.assert();
          return result;
        }),
      ),
    assertUsable: usability.assert,
    prepareMigration: async () => {},
    tableNames,
    addOverlapConstraint,
    isOverlap: isOverlapError,
    now,
    // There is only one writer, so no webhook can be locked by another.
    lockWebhooksSkipLocked: async (_tx, ids) => [...ids],
    notifyChange: async () => {},
    onChange: changes.listen,
    explain,
    async close() {
      changes.close();
      for (const db of new Set([reader, writer])) {
        // Drain: work that holds or waits for the connection finishes first.
        await db.connection().execute(async () => {});
        await db.destroy();
      }
      // The writer last: the last connection to close checkpoints the WAL, which a query-only one may not.
      for (const connection of connections.reverse()) {
        // A WAL that was deleted must not be written into a file that other processes use with another one.
        if (usability.isUsable()) checkpoint(connection);
        connection.close();
      }
    },
  };
}

/** The clock of the machine, because all processes on one file run on the same machine. */
async function now(db: Db): Promise<number> {
  const { rows } = await sql<{ now: number }>`select cast(unixepoch('subsec') * 1000 as integer) as now`.execute(db);
  return rows[0]?.now ?? Number.NaN;
}

async function tableNames(db: Db): Promise<string[]> {
  const tables = await sql<{ name: string }>`
    select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`.execute(db);
  return tables.rows.map((table) => table.name);
}

/**
 * Adds triggers as a substitute for an exclusion constraint. Existing bookings of one person never overlap, so only
 * the last one that starts before the new booking's end can overlap it: the check reads one index entry, regardless
 * of the number of bookings.
 */
async function addOverlapConstraint(tx: Db): Promise<void> {
  for (const [name, event] of [
    ['bookings_no_overlap_insert', 'insert'],
    ['bookings_no_overlap_update', 'update of staff_id, start_time, end_time, status'],
  ] as const) {
    await sql`
      create trigger ${sql.id(name)} before ${sql.raw(event)} on bookings
      when new.status = 'confirmed'
        and new.start_time < (
          select end_time from bookings
          where staff_id = new.staff_id and status = 'confirmed' and start_time < new.end_time and id <> new.id
          order by start_time desc limit 1
        )
      begin
        select raise(abort, ${sql.lit(OVERLAP_MESSAGE)});
      end`.execute(tx);
  }
}
