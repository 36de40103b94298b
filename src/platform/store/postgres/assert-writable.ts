import { type RawBuilder, sql } from 'kysely';
import { DatabaseError } from '../../../lib/database/database-error.ts';
import { MIGRATIONS_TABLE } from '../../../lib/database/migrations.ts';
import { INSUFFICIENT_PRIVILEGE, NO_SCHEMA, READ_ONLY } from '../../../lib/postgres/errors.ts';
import type { Db } from '../schema/schema.ts';

/** @throws DatabaseError if text in all languages cannot be stored */
export async function assertEncoding(db: Db): Promise<void> {
  const { rows } = await sql<{ encoding: string }>`
    select pg_encoding_to_char(encoding) as encoding from pg_database where datname = current_database()`.execute(db);
  if (rows[0]?.encoding !== 'UTF8') {
    throw new DatabaseError(`The database must have the encoding UTF8, not ${rows[0]?.encoding}. Create a new one.`);
  }
}

/** @throws with the code with which the server refuses to create a table, if `search_path` names no schema that exists */
export async function assertSchema(db: Db): Promise<void> {
  const { rows } = await sql<{ schema: string | null }>`select current_schema() as schema`.execute(db);
  if (!rows[0]?.schema) throw Object.assign(new Error('no current schema'), { code: NO_SCHEMA });
}

/** The refusal of a database without the extension that its constraints need. */
export function missingExtension(cause?: unknown): DatabaseError {
  return new DatabaseError(
    'The database needs the extension btree_gist, which this user may not create or which the server does not ' +
      'have. Ask its administrator for: create extension btree_gist',
    { cause },
  );
}

/** @throws DatabaseError if the extension is missing, and this user may not create it */
async function assertExtension(db: Db): Promise<void> {
  const { rows } = await sql<{ is_usable: boolean }>`
    select exists (select from pg_extension where extname = 'btree_gist') or exists (
      select from pg_available_extensions e
      join pg_available_extension_versions v on v.name = e.name and v.version = e.default_version
      where e.name = 'btree_gist' and (
        not v.superuser
        or v.trusted and has_database_privilege(current_database(), 'create')
        or (select rolsuper from pg_roles where rolname = current_user)
      )
    ) as is_usable`.execute(db);
  if (!rows[0]?.is_usable) throw missingExtension();
}

/** The tables without which no change is saved. The schema can have tables of other programs. */
const WRITTEN_TABLES = ['bookings', 'calls', 'contacts', 'events'];

/**
 * Checks, without a change, that the platform can write now.
 * @throws with the code with which the server would refuse it
 */
export async function assertWritableNow(db: Db): Promise<void> {
  // The server refuses it wherever it refuses a change, and then the connection is replaced, as after a refused change.
  await sql`update teams set id = id where false`.execute(db);
  await assertTables(db, sql`relname in (${sql.join(WRITTEN_TABLES)})`);
}

/** @throws with the code of PostgreSQL if the user may not write one of these tables */
async function assertTables(db: Db, isChecked: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ may_write: boolean | null }>`
    select bool_and(has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
      and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete')) as may_write
    from pg_class where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace
      and ${isChecked}`.execute(db);
  if (rows[0]?.may_write === false)
    throw Object.assign(new Error('no right to write tables'), { code: INSUFFICIENT_PRIVILEGE });
}

/**
 * Checks, without a change, that the next start can migrate the database if it has to, and can write.
 * @throws with the code with which the server would refuse it
 */
export async function assertWritable(db: Db, isMigrated: boolean): Promise<void> {
  // The transaction that reads is read-only itself.
  const { rows } = await sql<{ is_read_only: boolean; may_create: boolean | null }>`
    select pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on' as is_read_only,
      has_schema_privilege(current_schema(), 'create') as may_create`.execute(db);
  const [found] = rows;
  if (found?.is_read_only) throw Object.assign(new Error('read-only'), { code: READ_ONLY });
  if (isMigrated) return assertTables(db, sql`relname <> ${MIGRATIONS_TABLE}`);
  await assertEncoding(db);
  if (!found?.may_create) throw Object.assign(new Error('no right to create tables'), { code: INSUFFICIENT_PRIVILEGE });
  await assertExtension(db);
}
