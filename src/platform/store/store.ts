import { markedChanged } from './changes.ts';
import type { Engine } from './engine.ts';
import { DatabaseError } from './errors.ts';
import { createListeners } from './listeners.ts';
import { migrate } from './migrate.ts';
import type { Db } from './schema.ts';
import { sqliteEngine } from './sqlite/engine.ts';

/** The database, ready for use. What goes wrong with its file, such as a full disk, is a `DatabaseError`. */
export interface Store {
  /** Runs `work` on one consistent state of the data, which it cannot change. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Runs `work` as one transaction that no other writer interleaves with; all of it happens, or nothing. */
  write<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /**
   * Calls `listener` after a transaction that was marked as changed (see changes.ts): at once when this process committed
   * it, within about a second when another did; also for no reason. Keeps no process alive. Returns what ends it.
   */
  onChange(listener: () => void): () => void;
  /** The time by the clock that all processes on this database share: see `Engine.now`. */
  now(db: Db): Promise<number>;
  /** See `Engine.lockFreeWebhooks`. */
  lockFreeWebhooks(tx: Db, ids: readonly string[]): Promise<string[]>;
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
  const here = createListeners();
  const write = async <T>(work: (tx: Db) => Promise<T>): Promise<T> => {
    let changed = false;
    const result = await engine.writer.transaction().execute(async (tx) => {
      const worked = await work(tx);
      changed = markedChanged(tx);
      if (changed) await engine.announce(tx);
      return worked;
    });
    if (changed) here.call();
    return result;
  };
  return {
    read: (work) =>
      explained(
        engine.reader.transaction().setAccessMode('read only').setIsolationLevel('repeatable read').execute(work),
      ),
    write: (work) => explained(write(work)),
    onChange(listener) {
      const ends = [here.add(listener), engine.onChange(listener)];
      return () => ends.forEach((end) => void end());
    },
    now: engine.now,
    lockFreeWebhooks: engine.lockFreeWebhooks,
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
