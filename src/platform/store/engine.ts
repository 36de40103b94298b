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
  /** Turns what goes wrong with the file itself into a `DatabaseError` where it can; other errors stay as they are. */
  explain(error: unknown): unknown;
  close(): Promise<void>;
}
