import { resolve } from 'node:path';
import { sql } from 'kysely';
import { isPostgresUrl } from '../../../lib/database/database-url.ts';
import { MIGRATIONS_TABLE, unknownMigration } from '../../../lib/database/migrations.ts';
import { MIGRATIONS } from '../migrations/index.ts';
import type { Db } from '../schema/schema.ts';

/** State of a database, read without changing it. */
interface DatabaseState {
  /** The engine and its version, such as `SQLite 3.51.3`. */
  engine: string;
  /** Name of the last applied migration; undefined if the database has no tables of ours. */
  schema: string | undefined;
  /** Number of migrations that the next start applies. */
  missing: number;
  /** An applied migration that this version does not know, because a newer version migrated the database. */
  unknown: string | undefined;
  /** True if the database has tables, but not ours. */
  foreign: boolean;
  /** The journal of a SQLite file. With SQLite before 3.51.3 the next start uses a rollback journal, otherwise WAL. */
  journal?: 'wal' | 'rollback';
  /** What SQLite's `quick_check` found first; undefined if the file is intact. PostgreSQL checks its own files. */
  damage?: string;
}

const SELECT_MIGRATION_NAMES = `select name from ${MIGRATIONS_TABLE} order by name`;

/** Reads the state of a database. @throws DatabaseError if the database cannot be used, such as one that is read-only. */
export async function inspectDatabase(database: string): Promise<DatabaseState> {
  return isPostgresUrl(database) ? postgresState(database) : sqliteState(database);
}

function toDatabaseState(engine: string, tables: number, applied: readonly string[] | undefined): DatabaseState {
  return {
    engine,
    schema: applied?.at(-1),
    missing: MIGRATIONS.filter(({ name }) => !applied?.includes(name)).length,
    unknown: unknownMigration(MIGRATIONS, applied ?? []),
    foreign: tables > 0 && applied === undefined,
  };
}

async function sqliteState(database: string): Promise<DatabaseState> {
  const file = resolve(database);
  const [{ inspectFile }, { isWalConnection }] = await Promise.all([
    import('../sqlite/inspect-file.ts'),
    import('../sqlite/open.ts'),
  ]);
  return inspectFile(file, (connection) => {
    const column = (query: string, name: string) =>
      connection
        .prepare(query)
        .all()
        .map((row) => String((row as Record<string, unknown>)[name]));
    const tables = column("select name from sqlite_schema where type = 'table'", 'name');
    const version = column('select sqlite_version() as version', 'version')[0];
    const applied = tables.includes(MIGRATIONS_TABLE) ? column(SELECT_MIGRATION_NAMES, 'name') : undefined;
    const [finding] = column('pragma quick_check(1)', 'quick_check');
    const journal = isWalConnection(connection) ? 'wal' : 'rollback';
    const state = { ...toDatabaseState(`SQLite ${version}`, tables.length, applied), journal } as const;
    return finding === undefined || finding === 'ok' ? state : { ...state, damage: finding };
  });
}

async function postgresState(database: string): Promise<DatabaseState> {
  const [{ inspectPostgres }, { assertWritable }] = await Promise.all([
    import('../postgres/inspect-database.ts'),
    import('../postgres/assert-writable.ts'),
  ]);
  return inspectPostgres(database, async (db, engine) => {
    const tables = await engine.tableNames(db);
    const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db);
    const applied = tables.includes(MIGRATIONS_TABLE) ? await appliedNames(db) : undefined;
    const state = toDatabaseState(`PostgreSQL ${rows[0]?.server_version}`, tables.length, applied);
    // Another reason comes first.
    if (!state.foreign && state.unknown === undefined) await assertWritable(db, state.missing === 0);
    return state;
  });
}

async function appliedNames(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`${sql.raw(SELECT_MIGRATION_NAMES)}`.execute(db);
  return rows.map(({ name }) => name);
}
