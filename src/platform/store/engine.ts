import type { RawBuilder } from 'kysely';
import type { Change } from './change-marker.ts';
import type { Db } from './schema/schema.ts';
import type { WordIndex } from './words.ts';

/**
 * Lock scope of a write transaction: no other writer interleaves with it within the scope. `all` locks the whole
 * database, `{ team }` the data of one team, `{ keys }` the records of idempotency keys, `booking_days` what is stored of bookings by
 * day. `rows` locks only the rows that it changes, for work whose statements do not depend on what an earlier one read.
 * SQLite always has a single writer, so it ignores the scope.
 */
export type LockScope = 'all' | 'booking_days' | 'rows' | { team: string } | { keys: readonly string[] };

/** A log of changed rows. Names and expressions are SQL of this program. */
export interface ChangeLog {
  table: string;
  /** The columns of the table whose changes are logged. They are never null. */
  of: readonly string[];
  /** Name of the log. */
  log: string;
  /** The columns of the log, in their order, and what they say about a row. Of a changed row, its old and its new state are logged. */
  columns: readonly { name: string; type: 'text' | 'integer'; value: (row: 'old' | 'new') => string }[];
}

/** An SQL expression that is true as long as a decision is right. */
export type Condition = RawBuilder<boolean>;

/** What is to be stored, decided from data that other decisions may change until then. */
export interface Decision<T> {
  /** Beside the constraints of the tables. */
  conditions: readonly Condition[];
  /** Stores it. Others wait meanwhile, so that it should `send` its statements instead of waiting for their answers. */
  store(tx: Db): Promise<T>;
}

export type Decide<T> = (db: Db, isLocked: boolean) => Promise<Decision<T>>;

/** How a PostgreSQL database is used beside what its URL says. */
export interface PostgresOptions {
  /** The schema of all tables. Default: `current_schema()`. */
  schema: string;
  /** Connections of this process at most, if the URL does not have fewer. */
  maxConnections: number;
}

/** The operations that differ between database engines. Implemented in store/sqlite and store/postgres. */
export interface Engine {
  /** Runs `work` in a read-only transaction on one snapshot of the data. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * Runs `work`, which only reads, without a transaction: each statement sees the data as of its own start. For a
   * single statement over a network this takes one round trip instead of three.
   */
  readUncoordinated<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in a transaction, which includes the statements that it has sent (`send`). It may be retried, and at most
   * one run is committed, so `work` must have no side effects outside the database.
   */
  write<T>(work: (tx: Db) => Promise<T>, scope: LockScope): Promise<T>;
  /**
   * Decides, and stores the decision in one transaction with lock scope `{ team }`. `decide` only reads, and must have no side
   * effects: where the engine can, it is called without locks, and again with them (`isLocked`) if it fails or if what was
   * stored meanwhile contradicts its decision. So the last decision is right, and every failure is.
   */
  decide<T>(team: string, decide: Decide<T>): Promise<T>;
  /** Prepares a transaction with lock scope `all` for migrations. Throws `DatabaseError` if the database does not allow them. */
  prepareMigration(tx: Db): Promise<void>;
  /** Adapts the planner's statistics to the tables, after migrations in the same transaction. */
  writeStatistics(tx: Db): Promise<void>;
  /** Names of all tables, including those that are not ours. */
  tableNames(db: Db): Promise<string[]>;
  /** Makes the database refuse two confirmed bookings of one staff member whose busy times overlap. */
  addOverlapConstraint(tx: Db): Promise<void>;
  /** Sets a column to 0 whenever an update states one of the other columns, whatever their values. Replaces an earlier such rule for it. */
  resetOnUpdate(tx: Db, reset: { table: string; column: string; of: readonly string[] }): Promise<void>;
  /**
   * Adds a table where the database logs which rows of another one are added, changed or deleted, by any program. No writer waits
   * for it. Replaces an earlier such rule for the table.
   */
  logChanges(tx: Db, changes: ChangeLog): Promise<void>;
  /** Adds the tables of the index of words, and of the sequences of words in calls. */
  addWords(tx: Db): Promise<void>;
  /** Sequences are in a table of their own, which gets them some time after the words. */
  hasSequenceTable: boolean;
  /**
   * Removes what is in no record any more: words that no record has, and from the files of SQLite what was deleted or overwritten.
   * Takes about two seconds for 50 MB. The files of PostgreSQL are the server's.
   */
  purgeDeleted(): Promise<void>;
  /** Opens the index of words of a migrated database; undefined if this SQLite has no full-text search. */
  openWords(): Promise<WordIndex | undefined>;
  /** True if an error is the violation of that constraint. */
  isOverlap(error: unknown): boolean;
  /**
   * The time in epoch milliseconds of the one clock that all processes on this database share. Use it for every time
   * that is compared between processes, such as the end of a lease.
   */
  now(db: Db): Promise<number>;
  /** Locks the webhooks that no other transaction has locked (SKIP LOCKED), until this one ends. Returns their ids. */
  lockWebhooksSkipLocked(tx: Db, ids: readonly string[]): Promise<string[]>;
  /**
   * Calls `listener` within about a second after another process has committed a transaction marked with this change
   * (`markChanged`); spurious calls are possible.
   * Costs nothing without listeners and does not keep the process alive. Returns the function that unsubscribes.
   */
  onChange(change: Change, listener: () => void): () => void;
  /** Throws a `DatabaseError` if the database is known to be unusable until the program restarts. Costs microseconds. */
  assertUsable(): void;
  /** Rejects if a change could not be saved at the moment: the database is read-only, or its user may not write. Changes nothing. */
  assertWritable(): Promise<void>;
  /** True if an error of `write` or `decide` shows that nothing was committed, and that nothing will be. */
  isUndone(error: unknown): boolean;
  /** Converts errors of the database itself into a `DatabaseError` where possible. Returns other errors unchanged. */
  explain(error: unknown): unknown;
  close(): Promise<void>;
}
