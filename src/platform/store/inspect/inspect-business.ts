import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { isPostgresUrl } from '../../../lib/database/database-url.ts';
import { type BusinessColumns, type BusinessProfile, profileOf } from '../../business/profile.ts';

const SELECT_FIRST_TEAM =
  'select name, time_zone, default_country, settings_json, is_demo from teams order by created_at, id limit 1';

/**
 * Reads what a database says about its business, without changing it. Undefined if there is no database yet, or one that
 * the next start has to migrate first. @throws DatabaseError if the database cannot be used
 */
export async function inspectBusiness(database: string): Promise<BusinessProfile | undefined> {
  const row = isPostgresUrl(database) ? await readPostgres(database) : await readSqlite(resolve(database));
  return row && profileOf(row);
}

async function readSqlite(file: string): Promise<BusinessColumns | undefined> {
  if (!existsSync(file)) return undefined;
  const { inspectFile } = await import('../sqlite/inspect-file.ts');
  return inspectFile(file, (connection) => {
    const columns = connection.prepare("select name from pragma_table_info('teams')").all() as { name: string }[];
    if (!columns.some(({ name }) => name === 'is_demo')) return undefined;
    return connection.prepare(SELECT_FIRST_TEAM).all()[0] as BusinessColumns | undefined;
  });
}

async function readPostgres(database: string): Promise<BusinessColumns | undefined> {
  const { inspectPostgres } = await import('../postgres/inspect-database.ts');
  return inspectPostgres(database, async (db, engine) => {
    if (!(await engine.tableNames(db)).includes('teams')) return undefined;
    const { rows } = await sql<BusinessColumns>`${sql.raw(SELECT_FIRST_TEAM)}`.execute(db);
    return rows[0];
  });
}
