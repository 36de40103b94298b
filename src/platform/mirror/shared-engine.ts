import { sql } from 'kysely';
import { DatabaseError } from '../../lib/database/database-error.ts';
import { isObject } from '../../lib/json.ts';
import type { Engine } from '../store/engine.ts';
import type { Db } from '../store/schema/schema.ts';

/** The names of the schemas of mirrors begin with it. */
export const SCHEMA_PREFIX = 'rcpt_index_';

/** A mirror has the bookings of another platform as they are: also those that overlap. */
export const withoutOverlapConstraint = (engine: Engine): Engine => ({
  ...engine,
  addOverlapConstraint: async () => {},
});

// SQLSTATE: https://www.postgresql.org/docs/current/errcodes-appendix.html
const UNDEFINED_TABLE = '42P01';

/** The engine of a mirror in a schema of a PostgreSQL database. */
export function sharedEngine(engine: Engine, schema: string): Engine {
  let deleted: DatabaseError | undefined;
  return {
    ...withoutOverlapConstraint(engine),
    async tableNames(db) {
      await assertSearched(db, schema);
      return engine.tableNames(db);
    },
    async prepareMigration(tx) {
      await engine.prepareMigration(tx);
      await createSchema(tx, schema);
    },
    // The last step of a migration.
    async writeStatistics(tx) {
      await engine.writeStatistics(tx);
      await dropConstraints(tx, schema);
    },
    explain(error) {
      if (isObject(error) && error.code === UNDEFINED_TABLE) {
        deleted ??= new DatabaseError('The index was deleted. Restart the server to create it again.', {
          cause: error,
        });
        return deleted;
      }
      return engine.explain(error);
    },
    assertUsable() {
      if (deleted) throw deleted;
      engine.assertUsable();
    },
  };
}

/** A pooler may ignore the schema with which connections begin: the tables of another one would be used. */
async function assertSearched(db: Db, schema: string): Promise<void> {
  const { rows } = await sql<{ searched: string }>`select current_setting('search_path') as searched`.execute(db);
  if (rows[0]?.searched === schema) return;
  throw new DatabaseError(
    'The database does not accept the parameter options=-c search_path=… of a connection, which --index shared needs. Connect without a pooler, or with one that passes the parameter on.',
  );
}

async function createSchema(tx: Db, schema: string): Promise<void> {
  const { rows } = await sql`select from pg_namespace where nspname = ${schema}`.execute(tx);
  // Creating a schema needs a privilege that a user of an existing one may lack.
  if (rows.length === 0) await sql`create schema ${sql.id(schema)}`.execute(tx);
}

/**
 * Drops the rules of the platform's tables: records of another platform may have other values, and name records that are not
 * listed. What is deleted together with a record stays so. A later migration that drops a rule must allow for its absence.
 */
async function dropConstraints(tx: Db, schema: string): Promise<void> {
  const { rows } = await sql<{ table: string; name: string }>`
    select r.relname as "table", c.conname as name
    from pg_constraint c join pg_class r on r.oid = c.conrelid join pg_namespace n on n.oid = r.relnamespace
    where n.nspname = ${schema} and (c.contype = 'c' or (c.contype = 'f' and c.confdeltype <> 'c'))`.execute(tx);
  for (const { table, name } of rows) await tx.schema.alterTable(table).dropConstraint(name).execute();
}
