import type { Summary } from '../../../contract/index.ts';
import { createTally } from '../../../lib/activity/tally.ts';
import { forEachInSlices } from '../../../lib/concurrency/slices.ts';
import type { Interval } from '../../../lib/time/intervals.ts';
import type { Db } from '../schema/schema.ts';
import { windowOf } from './aggregate.ts';
import { forEachCounted, keyOf } from './booking-rows.ts';
import {
  BOOKING_SUMS,
  type BookingSums,
  type BookingsRow,
  bookingNumbers,
  statusVerdict,
  valueMeasure,
} from './booking-sums.ts';
import type { Piece } from './buckets.ts';
import { type SelectedBookings, sumByCustomer } from './customer-summary.ts';
import { withCustomers } from './customers.ts';
import { unmatchedBookingValues } from './known-values.ts';
import { bucketsFor, keyFields, type Read, type SummaryQuestion, withoutNulls } from './question.ts';
import { selectFirst } from './select-first.ts';

/** Counts the bookings of a team that start in a window. */
export async function summarizeBookings(read: Read, question: SummaryQuestion): Promise<Omit<Summary, 'time_zone'>> {
  const window = await windowOf(read, question, 'bookings', 'start_time');
  const isByCustomer = question.groupBy.join() === 'customer' && question.filters.contact_id === undefined;
  const summarize = isByCustomer ? sumByCustomer : sumByGroup;
  const {
    total,
    selection: { shown, other },
  } = await summarize(read, question, window);
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

async function sumByGroup(read: Read, question: SummaryQuestion, window: Interval): Promise<SelectedBookings> {
  const { groupBy, filters, order, limit } = question;
  const buckets = bucketsFor(question);
  const isCounted = statusVerdict(filters.status);
  let piece: Piece | undefined;
  const tally = createTally<BookingsRow, BookingSums>(
    groupBy.map((grouping) => (row: BookingsRow) => keyOf(grouping, row, piece as Piece, buckets)),
    BOOKING_SUMS,
  );
  await forEachCounted(read, question, window, async (rows, current) => {
    piece = current;
    await forEachInSlices(
      rows.filter(({ status }) => isCounted(status)),
      tally.add,
    );
  });
  const { total, groups } = tally.result();
  const measure = order === 'value' ? valueMeasure(total) : ({ count }: BookingSums) => count;
  const selection = await selectFirst(groups, { limit, measure: order === 'key' ? () => 0 : measure }, BOOKING_SUMS);
  return { total, selection };
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
