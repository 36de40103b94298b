import { DatabaseError } from '../lib/database/database-error.ts';
import { openStateDatabase } from './database.ts';
import { schemaVersion } from './schema.ts';

interface SharedStateReport {
  /** Number of applied migrations; 0 if the schema does not exist or is empty. */
  version: number;
  /** True if the schema exists. */
  exists: boolean;
  /** True if the user may create the schema, or may create tables in the existing one. */
  mayMake: boolean;
  /** Why a server cannot use the schema that exists, such as one that a newer version has migrated. */
  problem?: DatabaseError;
}

/**
 * Reads the version of the schema, and whether the user may make and use it. Changes nothing.
 * @throws DatabaseError if the database cannot be used at all
 */
export async function inspectSharedState(url: string): Promise<SharedStateReport> {
  const database = await openStateDatabase(url, { prepare: async () => {} });
  try {
    const [found] = await database.read<{ exists: boolean; make: boolean }>(
      `select n.oid is not null as exists,
        case when n.oid is null then has_database_privilege(current_database(), 'create')
        else has_schema_privilege(n.oid, 'create') and has_schema_privilege(n.oid, 'usage') end as make
      from (select) one left join pg_namespace n on n.nspname = 'rcpt_state'`,
    );
    const rights = { exists: found?.exists === true, mayMake: found?.make === true };
    try {
      return { ...rights, version: await schemaVersion(database.read) };
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      return { ...rights, version: 0, problem: error };
    }
  } finally {
    await database.close();
  }
}
