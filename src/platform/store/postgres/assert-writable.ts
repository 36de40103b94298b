import { sql } from 'kysely';
import { DatabaseError } from '../../../lib/database-error.ts';
import { INSUFFICIENT_PRIVILEGE, READ_ONLY } from '../../../lib/postgres/errors.ts';
import type { Db } from '../schema.ts';

/** @throws DatabaseError if text in all languages cannot be stored */
export async function assertEncoding(db: Db): Promise<void> {
  const { rows } = await sql<{ encoding: string }>`
    select pg_encoding_to_char(encoding) as encoding from pg_database where datname = current_database()`.execute(db);
  if (rows[0]?.encoding !== 'UTF8') {
    throw new DatabaseError(`The database must have the encoding UTF8, not ${rows[0]?.encoding}. Create a new one.`);
  }
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
  if (isMigrated) return;
  await assertEncoding(db);
  if (!found?.may_create) throw Object.assign(new Error('no right to create tables'), { code: INSUFFICIENT_PRIVILEGE });
}
