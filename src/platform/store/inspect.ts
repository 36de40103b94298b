import { sql } from 'kysely';
import { isPostgresUrl } from '../../lib/database-url.ts';
import { MIGRATIONS_TABLE, unknownMigration } from '../../lib/migrations.ts';
import { MIGRATIONS } from './migrations/index.ts';
import type { Db } from './schema.ts';

/** A database as it is, without anything changed in it. */
export interface DatabaseState {
  /** The engine and its version: `SQLite 3.51.3`. */
  engine: string;
  /** The last change of the schema that it has; undefined: it has no tables. */
  schema: string | undefined;
  /** Changes that the next opening makes. */
  missing: number;
  /** A change that this version does not know: the database is of a newer one. */
  unknown: string | undefined;
  /** It has tables, but not ours. */
  foreign: boolean;
}

const NAMES = `select name from ${MIGRATIONS_TABLE} order by name`;

/** @throws whatever the driver says; of PostgreSQL a `DatabaseError` with a sentence. */
export async function inspectDatabase(database: string): Promise<DatabaseState> {
  return isPostgresUrl(database) ? inspectPostgres(database) : inspectSqlite(database);
}

function described(engine: string, tables: number, applied: readonly string[] | undefined): DatabaseState {
  return {
    engine,
    schema: applied?.at(-1),
    missing: MIGRATIONS.filter(({ name }) => !applied?.includes(name)).length,
    unknown: unknownMigration(MIGRATIONS, applied ?? []),
    foreign: tables > 0 && applied === undefined,
  };
}

async function inspectSqlite(file: string): Promise<DatabaseState> {
  const { loadSqlite } = await import('./sqlite/driver.ts');
  const connection = new (await loadSqlite())(file);
  try {
    const column = (query: string, name: string) =>
      connection
        .prepare(query)
        .all()
        .map((row) => String((row as Record<string, unknown>)[name]));
    const tables = column("select name from sqlite_schema where type = 'table'", 'name');
    const version = column('select sqlite_version() as version', 'version')[0];
    const applied = tables.includes(MIGRATIONS_TABLE) ? column(NAMES, 'name') : undefined;
    return described(`SQLite ${version}`, tables.length, applied);
  } finally {
    connection.close();
  }
}

async function inspectPostgres(database: string): Promise<DatabaseState> {
  const engine = await (await import('./postgres/engine.ts')).postgresEngine(database);
  try {
    return await engine.read(async (db) => {
      const tables = await engine.tableNames(db);
      const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db);
      const applied = tables.includes(MIGRATIONS_TABLE) ? await appliedNames(db) : undefined;
      return described(`PostgreSQL ${rows[0]?.server_version}`, tables.length, applied);
    });
  } catch (error) {
    throw engine.explain(error);
  } finally {
    await engine.close();
  }
}

async function appliedNames(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`${sql.raw(NAMES)}`.execute(db);
  return rows.map(({ name }) => name);
}
