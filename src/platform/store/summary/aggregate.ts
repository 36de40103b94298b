import { sql } from 'kysely';
import type { Interval } from '../../../lib/time/intervals.ts';
import type { Buckets, Piece } from './buckets.ts';
import type { Read, SummaryQuestion } from './question.ts';

/** What every row of an aggregating statement has. PostgreSQL sends these numbers as text. */
export interface Bucketed {
  count: number | string;
  /** Start of the last record, in epoch milliseconds. */
  last: number | string;
  /** Absent if time does not matter. */
  bucket?: number | string;
}

/** Returns the expression for the bucket of a time. Both engines divide integers to an integer. */
export function bucketSql(column: 'start_time' | 'started_at', { monday }: Piece, { unitMs, cycle }: Buckets) {
  // SQLite is sent every number as a float.
  const number = sql`(${sql.ref(column)} - cast(${monday} as bigint)) / ${sql.lit(unitMs)}`;
  return (cycle === 0 ? sql<number>`${number}` : sql<number>`${number} % ${sql.lit(cycle)}`).as('bucket');
}

/** Returns the number of records in the rows of a piece. */
export const recordsOf = (rows: readonly Bucketed[]): number => rows.reduce((sum, row) => sum + Number(row.count), 0);

/** Returns the part of the window of a question in which the team has records. */
export async function windowOf(
  read: Read,
  { teamId, from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY }: SummaryQuestion,
  table: 'bookings' | 'calls',
  column: 'start_time' | 'started_at',
): Promise<Interval> {
  const end = (order: 'asc' | 'desc') =>
    read(async (db) => {
      const time = sql.ref<number>(column);
      const rows = db.selectFrom(table).select(time.as('time')).where('team_id', '=', teamId);
      return (await rows.orderBy(time, order).limit(1).execute())[0]?.time;
    });
  const [first, last] = [await end('asc'), await end('desc')];
  if (first === undefined || last === undefined) return { start: 0, end: 0 };
  return { start: Math.max(from, first), end: Math.min(to, last + 1) };
}
