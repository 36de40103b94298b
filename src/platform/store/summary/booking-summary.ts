import { sql } from 'kysely';
import type { Summary } from '../../../contract/index.ts';
import { isPeriod } from '../../../lib/activity/periods.ts';
import { createTally, type GroupKey } from '../../../lib/activity/tally.ts';
import { forEachInSlices } from '../../../lib/slices.ts';
import type { Db } from '../schema.ts';
import { bucketSql, recordsOf, windowOf } from './aggregate.ts';
import {
  BOOKING_SUMS,
  type BookingSums,
  type BookingsRow,
  bookingNumbers,
  statusVerdict,
  valueMeasure,
} from './booking-sums.ts';
import { type Buckets, type Piece, periodKey } from './buckets.ts';
import { withCustomers } from './customers.ts';
import { unmatchedBookingValues } from './known-values.ts';
import { forEachPiece } from './pieces.ts';
import { bucketsFor, keyFields, type Read, type SummaryQuestion, withoutNulls } from './question.ts';
import { selectFirst } from './select-first.ts';

/** The columns by which bookings are grouped. */
const COLUMNS = { service: 'service_id', staff: 'staff_id', status: 'status', customer: 'contact_id' } as const;
type Column = (typeof COLUMNS)[keyof typeof COLUMNS];

/** Counts the bookings of a team that start in a window. */
export async function summarizeBookings(read: Read, question: SummaryQuestion): Promise<Omit<Summary, 'time_zone'>> {
  const { zone, groupBy, filters, order, prices, limit } = question;
  const buckets = bucketsFor(question);
  const columns = columnsOf(question);
  const isCounted = statusVerdict(filters.status);
  let piece: Piece | undefined;
  const tally = createTally<BookingsRow, BookingSums>(
    groupBy.map((grouping) => (row: BookingsRow) => keyOf(grouping, row, piece as Piece, buckets)),
    BOOKING_SUMS,
  );
  const window = await windowOf(read, question, 'bookings', 'start_time');
  await forEachPiece(window, { zone, buckets }, async (current) => {
    const rows = await read((db) => rowsOf(db, question, { columns, buckets, piece: current }));
    piece = current;
    await forEachInSlices(
      rows.filter(({ status }) => isCounted(status)),
      tally.add,
    );
    return recordsOf(rows);
  });

  const { total, groups } = tally.result();
  const measure = order === 'value' ? valueMeasure(total, prices) : ({ count }: BookingSums) => count;
  const { shown, other } = await selectFirst(
    groups,
    { limit, measure: order === 'key' ? () => 0 : measure },
    BOOKING_SUMS,
  );
  const named = await read((db) => withRecordNames(db, shown.map(keyFields)));
  return {
    kind: 'bookings',
    total: bookingNumbers(total),
    groups: (await withCustomers(read, question, shown, named)).map((fields, index) => ({
      ...withoutNulls(fields),
      ...bookingNumbers(shown[index]?.sums ?? BOOKING_SUMS.empty()),
    })),
    other: other ? { groups: other.groups, ...bookingNumbers(other.sums) } : null,
    known_values: total.count > 0 ? {} : await read((db) => unmatchedBookingValues(db, question)),
  };
}

function columnsOf({ groupBy }: SummaryQuestion): Column[] {
  // Service and status decide the value.
  const grouped = groupBy.flatMap((name) => (name in COLUMNS ? [COLUMNS[name as keyof typeof COLUMNS]] : []));
  return [...new Set<Column>(['service_id', 'status', ...grouped])];
}

function keyOf(grouping: string, row: BookingsRow, piece: Piece, buckets: Buckets): GroupKey {
  if (isPeriod(grouping)) return periodKey(grouping, Number(row.bucket ?? 0), piece, buckets);
  const column = COLUMNS[grouping as keyof typeof COLUMNS];
  const value = row[column] ?? '';
  return { key: value, fields: { [column]: value } };
}

function rowsOf(
  db: Db,
  { teamId, filters }: SummaryQuestion,
  { columns, buckets, piece }: { columns: readonly Column[]; buckets: Buckets; piece: Piece },
): Promise<BookingsRow[]> {
  let rows = db
    .selectFrom('bookings')
    .where('team_id', '=', teamId)
    .where('start_time', '>=', piece.from)
    .where('start_time', '<', piece.to)
    .select(columns)
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('start_time').as('last')])
    .groupBy(columns);
  if (filters.contact_id !== undefined) rows = rows.where('contact_id', '=', filters.contact_id);
  if (filters.service_id !== undefined) rows = rows.where('service_id', '=', filters.service_id);
  if (filters.staff_id !== undefined) rows = rows.where('staff_id', '=', filters.staff_id);
  if (buckets.unitMs === 0) return rows.execute();
  return rows
    .select(bucketSql('start_time', piece, buckets))
    .groupBy(sql.ref('bucket'))
    .execute();
}

type Keys = Summary['groups'][number];

/** Returns the keys of groups with the names of services and people, also of those that the business no longer has. */
async function withRecordNames(db: Db, groups: readonly Partial<Keys>[]): Promise<Partial<Keys>[]> {
  const [services, staff] = [
    await namesOf(
      db,
      'services',
      groups.map(({ service_id }) => service_id),
    ),
    await namesOf(
      db,
      'staff',
      groups.map(({ staff_id }) => staff_id),
    ),
  ];
  return groups.map((fields) => ({
    ...fields,
    ...(fields.service_id ? { service_name: services.get(fields.service_id) ?? '' } : {}),
    ...(fields.staff_id ? { staff_name: staff.get(fields.staff_id) ?? '' } : {}),
  }));
}

async function namesOf(db: Db, table: 'services' | 'staff', ids: readonly (string | null | undefined)[]) {
  const distinct = [...new Set(ids.filter((id) => typeof id === 'string'))];
  if (distinct.length === 0) return new Map<string, string>();
  const rows = await db.selectFrom(table).select(['id', 'name']).where('id', 'in', distinct).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
