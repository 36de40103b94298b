import type { Db } from './schema.ts';

/**
 * What a writing transaction has to itself: no other writer interleaves with it there. `all` is the whole database.
 * `rows` is no more than the rows that it changes, for work whose statements need nothing that an earlier one read.
 * SQLite has one writer at a time whatever is said.
 */
export type Reach = 'all' | 'rows' | { team: string };

/** What differs between database engines, so that everything else is written once: see store/sqlite, store/postgres. */
export interface Engine {
  /** Runs `work` in a transaction that sees one state of the data and cannot change it. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * Runs `work` without a transaction: each of its statements, which only read, sees the data as they are at its moment.
   * Over a network that is a third of the way for one statement.
   */
  readEach<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in a transaction. It may run several times, of which one is committed at most: it changes nothing but
   * the database.
   */
  write<T>(work: (tx: Db) => Promise<T>, reach: Reach): Promise<T>;
  /** Makes a transaction that has everything to itself ready for migrations, or throws why there can be none. */
  prepareMigration(tx: Db): Promise<void>;
  /** The tables there are, whosever they are. */
  tableNames(db: Db): Promise<string[]>;
  /** Makes the database refuse two confirmed bookings of one staff member that overlap. */
  forbidOverlaps(tx: Db): Promise<void>;
  /** Whether an error is that refusal. */
  isOverlap(error: unknown): boolean;
  /**
   * The time in epoch milliseconds by the one clock that all processes on this database share. What is compared between
   * processes, such as when a lease ends, goes by it.
   */
  now(db: Db): Promise<number>;
  /** Locks those of the webhooks that nobody else has locked, until the transaction's end, and gives their ids. */
  lockFreeWebhooks(tx: Db, ids: readonly string[]): Promise<string[]>;
  /** Tells the processes that listen of this transaction, once it is committed. Where they find out by themselves, nothing. */
  announce(tx: Db): Promise<void>;
  /**
   * Calls `listener` within about a second after another process has announced something; also for no reason. Costs
   * nothing when nobody listens, and keeps no process alive. Returns what ends it.
   */
  onChange(listener: () => void): () => void;
  /** Turns what goes wrong with the database itself into a `DatabaseError` where it can; other errors stay as they are. */
  explain(error: unknown): unknown;
  close(): Promise<void>;
}
