import { isPostgresUrl } from '../../lib/database-url.ts';
import { createListeners } from '../../lib/listeners.ts';
import { markedChanged } from './changes.ts';
import type { Engine, Reach } from './engine.ts';
import { migratePlatform } from './migrate.ts';
import type { Db } from './schema.ts';

/** The database, ready for use. What goes wrong with it, such as a full disk, is a `DatabaseError`. */
export interface Store {
  /** Runs `work` on one consistent state of the data, which it cannot change. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** The same for one statement, or for several that need not agree. See `Engine.readEach`. */
  readEach<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * Runs `work` as one transaction; all of it happens, or nothing. No other writer interleaves with it within `reach`
   * (default: anywhere). It may run several times, so it changes nothing but the database.
   */
  write<T>(work: (tx: Db) => Promise<T>, reach?: Reach): Promise<T>;
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
    await migratePlatform(engine, now);
  } catch (error) {
    await engine.close();
    throw engine.explain(error);
  }
  const explained = <T>(run: Promise<T>) =>
    run.catch((error: unknown) => {
      throw engine.explain(error);
    });
  const here = createListeners();
  const write = async <T>(work: (tx: Db) => Promise<T>, reach: Reach): Promise<T> => {
    let changed = false;
    const result = await engine.write(async (tx) => {
      const worked = await work(tx);
      changed = markedChanged(tx);
      if (changed) await engine.announce(tx);
      return worked;
    }, reach);
    if (changed) here.call();
    return result;
  };
  return {
    read: (work) => explained(engine.read(work)),
    readEach: (work) => explained(engine.readEach(work)),
    write: (work, reach = 'all') => explained(write(work, reach)),
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

/** Each loads its own driver, and only it. */
async function openEngine(database: string): Promise<Engine> {
  if (isPostgresUrl(database)) return (await import('./postgres/engine.ts')).postgresEngine(database);
  return (await import('./sqlite/engine.ts')).sqliteEngine(database);
}
