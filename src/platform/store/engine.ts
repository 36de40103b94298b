import type { Db } from './schema.ts';

/**
 * What differs between database engines, so that everything else is written once. PostgreSQL becomes a second
 * implementation beside store/sqlite.
 */
export interface Engine {
  /** For reading. */
  reader: Db;
  /** For writing transactions; the same as `reader` where one connection does both. */
  writer: Db;
  /** Lets one process at a time migrate; inside the transaction `tx`, until its end. */
  lockForMigration(tx: Db): Promise<void>;
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
  /** Turns what goes wrong with the file itself into a `DatabaseError` where it can; other errors stay as they are. */
  explain(error: unknown): unknown;
  close(): Promise<void>;
}
