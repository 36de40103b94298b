import type { Kysely } from 'kysely';
import { DatabaseError } from '../../lib/database/database-error.ts';
import { MIGRATIONS_TABLE, migrate } from '../../lib/database/migrations.ts';
import type { Engine } from './engine.ts';
import { MIGRATIONS, type Migration } from './migrations/index.ts';
import type { Db } from './schema/schema.ts';

type MigrationsDb = Kysely<{ [MIGRATIONS_TABLE]: { name: string; applied_at: number } }>;
const withMigrationsTable = (db: Db) => db as unknown as MigrationsDb;

/**
 * Brings the platform's database up to this program's schema.
 * @param further migrations of a database that is not the platform's own, such as a mirror.
 * @param mayBeNew false: an empty database is refused.
 */
export async function migratePlatform(
  engine: Engine,
  now: number,
  further: readonly Migration[] = [],
  mayBeNew = true,
): Promise<void> {
  const migrations = [...MIGRATIONS, ...further].map(({ name, up }) => ({ name, up: (tx: Db) => up(tx, engine) }));
  await migrate<Db>(
    {
      read: engine.read,
      exclusively: (work) =>
        engine.write(async (tx) => {
          await engine.prepareMigration(tx);
          await work(tx);
          await engine.writeStatistics(tx);
        }, 'all'),
      async applied(db) {
        const applied = await appliedMigrations(engine, db, further);
        if (applied.length === 0 && !mayBeNew) throw emptyDatabase();
        return applied;
      },
      createTable: (tx) =>
        tx.schema
          .createTable(MIGRATIONS_TABLE)
          .ifNotExists()
          .addColumn('name', 'text', (column) => column.primaryKey().notNull())
          .addColumn('applied_at', 'bigint', (column) => column.notNull())
          .execute(),
      async record(tx, name) {
        await withMigrationsTable(tx).insertInto(MIGRATIONS_TABLE).values({ name, applied_at: now }).execute();
      },
      newerVersion: (name) =>
        `The database was migrated by a newer version of this program (it has the migration ${name}). ` +
        'Update the program, or choose another one.',
    },
    migrations,
  );
}

async function appliedMigrations(engine: Engine, db: Db, further: readonly Migration[]): Promise<string[]> {
  const tables = await engine.tableNames(db);
  if (tables.length === 0) return [];
  if (!tables.includes(MIGRATIONS_TABLE)) {
    throw new DatabaseError('The database belongs to another program. Choose another one.');
  }
  const rows = await withMigrationsTable(db).selectFrom(MIGRATIONS_TABLE).select('name').orderBy('name').execute();
  const applied = rows.map(({ name }) => name);
  const isMirror = applied.some(isOfMirror);
  if (isMirror && further.length === 0) {
    throw new DatabaseError('The database is an index that --index made, not that of a platform. Choose another one.');
  }
  if (!isMirror && further.length > 0) {
    throw new DatabaseError('The database is that of a platform, not an index. Choose another file for --index.');
  }
  return applied;
}

/** In a database in which no platform has stored anything, an operator finds nothing, and a typing error is likely. */
export const emptyDatabase = () =>
  new DatabaseError(
    'The database is empty. Nothing was changed. Choose another one with --database. An empty one is filled by rcpt-mcp business init, and by the server when it starts.',
  );

/** True for a migration that only mirrors have. */
export const isOfMirror = (name: string) => name.startsWith('mirror-');
