import { openStateDatabase } from './database.ts';
import { schemaVersion } from './schema.ts';

/** Returns the version of the schema, and whether the user may create it. Changes nothing. */
export async function inspectSharedState(url: string): Promise<{ version: number; mayMake: boolean }> {
  const database = await openStateDatabase(url, { prepare: async () => {} });
  try {
    const version = await schemaVersion(database.read);
    const [right] = await database.read<{ make: boolean }>(
      "select has_database_privilege(current_database(), 'create') or to_regnamespace('rcpt_state') is not null as make",
    );
    return { version, mayMake: right?.make === true };
  } finally {
    await database.close();
  }
}
