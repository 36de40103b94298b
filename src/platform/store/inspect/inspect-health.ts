import { resolve } from 'node:path';
import { sql } from 'kysely';
import { isPostgresUrl } from '../../../lib/database/database-url.ts';
import { systemClock } from '../../../lib/time/clock.ts';
import type { Db } from '../schema/schema.ts';
import { type DatabaseHealth, readHealth } from './health.ts';

/** Reads the health of a database that no running platform of this process has open. @throws DatabaseError if it cannot be used */
export async function inspectHealth(database: string): Promise<DatabaseHealth> {
  const read = isPostgresUrl(database) ? readPostgres : readSqlite;
  return readHealth((queries) => read(database, queries), systemClock.now());
}

async function readSqlite(database: string, queries: readonly string[]): Promise<unknown[][]> {
  const { inspectFile } = await import('../sqlite/inspect-file.ts');
  return inspectFile(resolve(database), (connection) => queries.map((query) => connection.prepare(query).all()));
}

async function readPostgres(database: string, queries: readonly string[]): Promise<unknown[][]> {
  const { inspectPostgres } = await import('../postgres/inspect-database.ts');
  return inspectPostgres(database, (db) => rowsOf(db, queries));
}

/** Runs queries one after the other, and returns the rows of each. */
export async function rowsOf(db: Db, queries: readonly string[]): Promise<unknown[][]> {
  const found = [];
  for (const query of queries) found.push((await sql.raw(query).execute(db)).rows);
  return found;
}
