import type { BookingColumns } from './columns.ts';
import type { RecordFinder } from './find-records.ts';
import type { TimeReading } from './read-times.ts';
import type { createRowKeys } from './row-keys.ts';

/** What an owner can do about rows that name no service, or no person, as parts of a sentence. */
export interface RowAdvice {
  service: string;
  staff: string;
}

/** What the rows of a file are read with. */
export interface BookingReading extends TimeReading {
  columns: BookingColumns;
  /** Columns of the file. */
  width: number;
  /** ISO 3166 code of the business, for telephone numbers. */
  country: string;
  /** The date at the business, ISO 8601. */
  today: string;
  services: RecordFinder;
  staff: RecordFinder;
  /** Those of rows that name none. */
  defaults: { service: string | undefined; staff: string | undefined };
  advice: RowAdvice;
  /** Words for a status, with what they are read as: rows add theirs. */
  statuses: Map<string, string>;
  /** Identifies the rows. Has seen all rows before. */
  keyOf: ReturnType<typeof createRowKeys>;
}
