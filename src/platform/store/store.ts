import type { Engine } from './engine.ts';
import { DatabaseError } from './errors.ts';
import { migrate } from './migrate.ts';
import type { Db } from './schema.ts';
import { sqliteEngine } from './sqlite/engine.ts';

/** The database, ready for use. What goes wrong with its file, such as a full disk, is a `DatabaseError`. */
export interface Store {
  /** Runs `work` on one consistent state of the data, which it cannot change. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Runs `work` as one transaction that no other writer interleaves with; all of it happens, or nothing. */
  write<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /** Whether an error is the database's refusal to book a staff member twice. */
  isOverlap(error: unknown): boolean;
  close(): Promise<void>;
}

/** Opens the database and migrates it. Throws `DatabaseError` with a sentence for the operator when it cannot. */
export async function openStore(database: string, now: number): Promise<Store> {
  const engine = await openEngine(database);
  try {
    await migrate(engine, now);
  } catch (error) {
    await engine.close();
    throw engine.explain(error);
  }
  const explained = <T>(run: Promise<T>) =>
    run.catch((error: unknown) => {
      throw engine.explain(error);
    });
  return {
    read: (work) =>
      explained(
        engine.reader.transaction().setAccessMode('read only').setIsolationLevel('repeatable read').execute(work),
      ),
    write: (work) => explained(engine.writer.transaction().execute(work)),
    isOverlap: engine.isOverlap,
    close: engine.close,
  };
}

function openEngine(database: string): Promise<Engine> {
  if (/^postgres(ql)?:/i.test(database)) {
    throw new DatabaseError('PostgreSQL is not supported yet. Give the path of a file.');
  }
  return sqliteEngine(database);
}
