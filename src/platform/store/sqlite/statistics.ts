import { sql } from 'kysely';
import type { Db } from '../schema/schema.ts';

/** The tables that grow with the business. Of others, SQLite's own assumptions are good enough. */
const GROWING = [
  'booking_calls',
  'booking_days',
  'bookings',
  'call_reports',
  'calls',
  'contacts',
  'customers',
  'deliveries',
  'delivery_attempts',
  'events',
  'follow_up_calls',
  'long_transcripts',
  'mirror_records',
  'other_details',
  'promise_marks',
  'promises',
];
/** Rows of such a table in a large business. */
const ROWS = 1_000_000;
/** Different values of those columns of indexes that have few. All others have `MANY`. */
const DISTINCT: Readonly<Record<string, number>> = {
  direction: 2,
  kind: 3,
  language: 4,
  leased_by: 10,
  outcome: 8,
  service_id: 20,
  source_id: 3,
  staff_id: 20,
  status: 4,
  team_id: 1,
  type: 4,
  webhook_id: 10,
};
const MANY = 50_000;

/**
 * States how selective each index is in a large business. Without statistics SQLite assumes ten rows for a value of the first
 * column, which is the team in most indexes, and reads all rows of the team where another index has only those of a customer.
 * These statistics are the same in each database, so that plans depend neither on its size nor on when it was analyzed
 * (https://www.sqlite.org/lang_analyze.html, "Fixed Results Of ANALYZE"). A partial index has fewer rows
 * than its table, so that SQLite reads it, and not the table, where nothing else is searched.
 */
export async function writeStatistics(tx: Db): Promise<void> {
  // Creates the table of statistics.
  await sql`analyze sqlite_schema`.execute(tx);
  const { rows: indexes } = await sql<{
    table: string;
    name: string;
    unique: number;
    partial: number;
    columns: string;
  }>`
    select t.name as "table", l.name, l."unique", l.partial, (
      select json_group_array(i.name) from pragma_index_info(l.name) as i
    ) as columns
    from sqlite_schema as t join pragma_index_list(t.name) as l
    where t.type = 'table' and t.name in (${sql.join(GROWING)})`.execute(tx);
  await sql`delete from sqlite_stat1`.execute(tx);
  for (const { table, name, unique, partial, columns } of indexes) {
    const rows = partial === 1 ? ROWS / 2 : ROWS;
    const stat = statistics(rows, JSON.parse(columns) as string[], unique === 1);
    await sql`insert into sqlite_stat1 (tbl, idx, stat) values (${table}, ${name}, ${stat})`.execute(tx);
  }
  // Makes this connection use them.
  await sql`analyze sqlite_schema`.execute(tx);
}

/** The number of rows, and for each column the number of rows with the same values in the columns up to it. */
function statistics(rows: number, columns: readonly string[], isUnique: boolean): string {
  let same = rows;
  const counts = columns.map((column, index) => {
    same = isUnique && index === columns.length - 1 ? 1 : Math.max(1, Math.round(same / (DISTINCT[column] ?? MANY)));
    return same;
  });
  // An index is for what begins with its first column.
  return [rows, ...counts, 'noskipscan'].join(' ');
}
