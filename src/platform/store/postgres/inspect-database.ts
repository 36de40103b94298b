import type { Engine } from '../engine.ts';
import type { Db } from '../schema/schema.ts';
import { postgresEngine } from './engine.ts';

/** Reads a database on one snapshot, without changing it. @throws DatabaseError if it cannot be used */
export async function inspectPostgres<T>(url: string, read: (db: Db, engine: Engine) => Promise<T>): Promise<T> {
  const engine = await postgresEngine(url);
  try {
    return await engine.read((db) => read(db, engine));
  } catch (error) {
    throw engine.explain(error);
  } finally {
    await engine.close();
  }
}
