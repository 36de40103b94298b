import { createListeners } from '../../lib/concurrency/listeners.ts';
import { DatabaseError, NothingChangedError } from '../../lib/database/database-error.ts';
import { isPostgresUrl } from '../../lib/database/database-url.ts';
import type { SequenceSet } from '../../lib/search/sequences.ts';
import { type Change, changesOf, NO_CHANGES } from './change-marker.ts';
import type { Decide, Engine, LockScope, PostgresOptions } from './engine.ts';
import { migratePlatform } from './migrate.ts';
import type { Migration } from './migrations/index.ts';
import type { Db } from './schema/schema.ts';
import { setWordIndex, type WordIndex } from './words.ts';

/** The migrated database. Failures of the database itself, such as a full disk, are thrown as `DatabaseError`. */
export interface Store {
  /** Runs `work` in a read-only transaction on one snapshot of the data. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Reads without a transaction: for one statement, or for several that need no common snapshot. See `Engine`. */
  readUncoordinated<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * Runs `work` as one atomic transaction. No other writer interleaves with it within `scope`. It may be
   * retried, so `work` must have no side effects outside the database. Throws `NothingChangedError` if the database fails, and
   * has certainly not committed it.
   */
  write<T>(work: (tx: Db) => Promise<T>, scope: LockScope): Promise<T>;
  /** Decides, and stores the decision with lock scope `{ team }`. See `Engine`. Throws as `write` does. */
  decide<T>(team: string, work: Decide<T>): Promise<T>;
  /**
   * Calls `listener` after the commit of a transaction marked with this change (`markChanged`): immediately if this process
   * committed it, within about a second if another did; spurious calls are possible. Does not keep the process alive. Returns
   * the function that unsubscribes.
   */
  onChange(change: Change, listener: () => void): () => void;
  /** The time of the clock that all processes on this database share. See `Engine.now`. */
  now(db: Db): Promise<number>;
  /** Locks the webhooks that no other transaction has locked, and returns their ids. See `Engine`. */
  lockWebhooksSkipLocked(tx: Db, ids: readonly string[]): Promise<string[]>;
  /** Throws a `DatabaseError` if the database is known to be unusable until the program restarts. See `Engine`. */
  assertUsable(): void;
  /** Throws a `DatabaseError` if a change could not be saved at the moment. See `Engine`. */
  assertWritable(): Promise<void>;
  /** The words of all records; undefined if this SQLite has no full-text search. */
  readonly words: WordIndex | undefined;
  /** Removes what is in no record any more from the files of the database. See `Engine`. */
  purgeDeleted(): Promise<void>;
  /** True if an error is the database's refusal to book a staff member twice. */
  isOverlap(error: unknown): boolean;
  close(): Promise<void>;
}

/** How a database is opened that is not the embedded platform's own. */
export interface StoreKind {
  /** Its further migrations. A database that has none of them, or is opened without them, belongs to another kind. */
  migrations: readonly Migration[];
  /** False: rows may refer to rows that do not exist, and checks of tables do not apply. SQLite only. */
  constraints: boolean;
  /**
   * False: a commit does not wait for the disk. If the machine loses power, the latest commits may be undone, each as a whole.
   * SQLite with a WAL only. Default: true.
   */
  durable?: boolean;
  /** Converts each row that is read, in place. SQLite only. */
  decode?(row: Record<string, unknown>): void;
  /** The sequences among the words of calls. A row that has more of them is found, too. SQLite only. Default: `all`. */
  sequences?: SequenceSet;
  adapt(engine: Engine): Engine;
  /** How it uses a PostgreSQL database that it shares with others. */
  postgres?: PostgresOptions;
}

/** Opens the database and migrates it. One that is empty is refused unless `mayBeNew`. On failure throws a `DatabaseError` with a sentence for the operator. */
export async function openStore(database: string, now: number, kind?: StoreKind, mayBeNew = true): Promise<Store> {
  const opened = await openEngine(database, kind);
  const engine = kind ? kind.adapt(opened) : opened;
  const openWords = async () => {
    await migratePlatform(engine, now, kind?.migrations, mayBeNew);
    return engine.openWords();
  };
  const words = await openWords().catch(async (error: unknown) => {
    await engine.close();
    throw engine.explain(error);
  });
  const explainErrors = <T>(run: Promise<T>) =>
    run.catch((error: unknown) => {
      throw engine.explain(error);
    });
  const explainWriteErrors = <T>(run: Promise<T>) =>
    run.catch((error: unknown) => {
      const explained = engine.explain(error);
      const isUndone = explained instanceof DatabaseError && engine.isUndone(error);
      throw isUndone ? new NothingChangedError(explained) : explained;
    });
  const localListeners = createListeners<ReadonlySet<Change>>();
  const write = async <T>(work: (tx: Db) => Promise<T>, scope: LockScope): Promise<T> => {
    let changes = NO_CHANGES;
    const result = await engine.write(async (tx) => {
      if (words) setWordIndex(tx, words);
      const value = await work(tx);
      changes = changesOf(tx);
      return value;
    }, scope);
    localListeners.call(changes);
    return result;
  };
  const decide = async <T>(team: string, work: Decide<T>): Promise<T> => {
    let changes = NO_CHANGES;
    const result = await engine.decide(team, async (db, isLocked) => {
      const { conditions, store } = await work(db, isLocked);
      return {
        conditions,
        async store(tx) {
          if (words) setWordIndex(tx, words);
          const value = await store(tx);
          changes = changesOf(tx);
          return value;
        },
      };
    });
    localListeners.call(changes);
    return result;
  };
  return {
    read: (work) => explainErrors(engine.read(work)),
    readUncoordinated: (work) => explainErrors(engine.readUncoordinated(work)),
    write: (work, scope) => explainWriteErrors(write(work, scope)),
    decide: (team, work) => explainWriteErrors(decide(team, work)),
    onChange(change, listener) {
      const local = localListeners.add((changes) => {
        if (changes.has(change)) listener();
      });
      const unsubscribes = [local, engine.onChange(change, listener)];
      return () => unsubscribes.forEach((unsubscribe) => void unsubscribe());
    },
    now: engine.now,
    words: words && {
      ...words,
      expand: (...question) => explainErrors(words.expand(...question)),
      find: (...question) => explainErrors(words.find(...question)),
    },
    lockWebhooksSkipLocked: engine.lockWebhooksSkipLocked,
    assertUsable: engine.assertUsable,
    assertWritable: () => explainErrors(engine.assertWritable()),
    purgeDeleted: () => explainWriteErrors(engine.purgeDeleted()),
    isOverlap: engine.isOverlap,
    close: engine.close,
  };
}

/** Imports only the driver of the engine in use. */
async function openEngine(database: string, kind?: StoreKind): Promise<Engine> {
  if (isPostgresUrl(database)) {
    return (await import('./postgres/engine.ts')).postgresEngine(database, kind?.postgres);
  }
  return (await import('./sqlite/engine.ts')).sqliteEngine(database, kind);
}
