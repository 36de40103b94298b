import type { Kysely } from 'kysely';
import { DatabaseError } from '../../lib/database-error.ts';
import type { Engine } from './engine.ts';
import { MIGRATIONS, type Migration } from './migrations/index.ts';
import type { Db } from './schema.ts';

const TABLE = 'schema_migrations';
type Applied = Kysely<{ [TABLE]: { name: string; applied_at: number } }>;
const applied = (db: Db) => db as unknown as Applied;

/**
 * Brings the database up to this program's schema: every missing migration in one transaction, one process at a
 * time, all or nothing. `migrations` are this program's, unless a test brings others.
 */
export async function migrate(engine: Engine, now: number, migrations: readonly Migration[] = MIGRATIONS) {
  // Most opens find nothing to do, and should not wait for anybody's write lock to find out.
  if ((await engine.read((db) => missing(engine, db, migrations))).length === 0) return;
  await engine.write(async (tx) => {
    await engine.prepareMigration(tx);
    // Asked again, because another process may have done it while this one waited for the lock.
    const toDo = await missing(engine, tx, migrations);
    await tx.schema
      .createTable(TABLE)
      .ifNotExists()
      .addColumn('name', 'text', (column) => column.primaryKey().notNull())
      .addColumn('applied_at', 'bigint', (column) => column.notNull())
      .execute();
    for (const migration of toDo) {
      await migration.up(tx, engine);
      await applied(tx).insertInto(TABLE).values({ name: migration.name, applied_at: now }).execute();
    }
  }, 'all');
}

async function missing(engine: Engine, db: Db, migrations: readonly Migration[]): Promise<Migration[]> {
  const tables = await engine.tableNames(db);
  if (tables.length === 0) return [...migrations];
  if (!tables.includes(TABLE)) {
    throw new DatabaseError('The database belongs to another program. Choose another one.');
  }
  const rows = await applied(db).selectFrom(TABLE).select('name').orderBy('name').execute();
  const done = new Set(rows.map((row) => row.name));
  const known = new Set(migrations.map((migration) => migration.name));
  const unknown = [...done].find((name) => !known.has(name));
  if (unknown !== undefined) {
    throw new DatabaseError(
      `The database was made by a newer version of this program (it has the change ${unknown}). ` +
        'Update the program, or choose another one.',
    );
  }
  return migrations.filter((migration) => !done.has(migration.name));
}
