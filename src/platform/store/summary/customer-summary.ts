import { isActiveStatus } from '../../../contract/index.ts';
import { compareRanked, type Selection } from '../../../lib/activity/select-groups.ts';
import type { Interval } from '../../../lib/time/intervals.ts';
import { customersOfContacts } from '../bookings/booking-days/customers.ts';
import { forEachCounted, forEachOfRows, forEachStored } from './booking-rows.ts';
import {
  BOOKING_SUMS,
  type BookingSums,
  type BookingsRow,
  mainCurrency,
  statusVerdict,
  valueMeasure,
  withoutGroups,
} from './booking-sums.ts';
import { bucketsOf } from './buckets.ts';
import { createCustomerCounts, type Measure, type Unnumbered } from './customer-counts.ts';
import { firstCustomers } from './first-customers.ts';
import { priceAt } from './prices.ts';
import type { Read, SummaryQuestion } from './question.ts';
import { sumDays } from './sum-days.ts';

/** Bookings in total, and in the groups that an answer shows. */
export interface SelectedBookings {
  total: BookingSums;
  selection: Selection<BookingSums>;
}

/** Customers whose bookings one statement reads. */
const CHUNK = 50;

/**
 * Counts bookings by customer. All customers are ranked by numbers; only those that are shown are counted in detail, from the
 * rows of their bookings.
 */
export async function sumByCustomer(
  read: Read,
  question: SummaryQuestion,
  window: Interval,
): Promise<SelectedBookings> {
  const { teamId, filters, order, prices, limit } = question;
  const isCounted = statusVerdict(filters.status);
  const measureOf = await bookingMeasure(read, question, window);
  const counts = createCustomerCounts({ filters, isCounted, measureOf });
  const counted = BOOKING_SUMS.empty();
  const others = new Map<string, Unnumbered>();
  await forEachStored(read, question, window, {
    async days(days, piece) {
      counts.addDays(days, piece);
      const rows = sumDays(days, piece, { filters, prices, byStaff: false, buckets: bucketsOf([]) });
      for (const row of rows) if (isCounted(row.status)) BOOKING_SUMS.add(counted, row);
    },
    async rows(rows, piece) {
      for (const row of rows) {
        if (!isCounted(row.status)) continue;
        BOOKING_SUMS.add(counted, row);
        addTo(others, row, measureOf(row, piece) * Number(row.count));
      }
    },
  });
  for (const { contact_id, number } of await read((db) => customersOfContacts(db, teamId, [...others.keys()]))) {
    const { count, measure } = others.get(contact_id) as Unnumbered;
    counts.add(number, count, measure);
    others.delete(contact_id);
  }

  const { contactIds, groups } = await read((db) => firstCustomers(db, teamId, { counts, others, limit }));
  const sums = await sumsOf(read, question, window, contactIds);
  const other = withoutGroups(counted, [...sums.values()]);
  const total = BOOKING_SUMS.empty();
  for (const part of [other, ...sums.values()]) BOOKING_SUMS.merge(total, part);
  const value = order === 'value' ? valueMeasure(total) : ({ count }: BookingSums) => count;
  const shown = [...sums].map(([key, own]) => ({
    group: { keys: [{ key, fields: { contact_id: key } }], sums: own },
    value: order === 'key' ? 0 : value(own),
  }));
  const rest = groups - contactIds.length;
  return {
    total,
    selection: {
      shown: shown.sort(compareRanked).map(({ group }) => group),
      other: rest > 0 ? { groups: rest, sums: other } : undefined,
    },
  };
}

/** Returns what a booking adds to the measure by which customers are ranked. */
async function bookingMeasure(read: Read, question: SummaryQuestion, window: Interval): Promise<Measure> {
  const { order, prices } = question;
  if (order !== 'value') return () => (order === 'key' ? 0 : 1);
  const currencies = new Set([...prices.values()].flat().map(({ currency }) => currency));
  const main = currencies.size > 1 ? mainCurrency(await totalOf(read, question, window)) : [...currencies][0];
  return ({ service_id, status }, { from }) => {
    const price = priceAt(prices, service_id, from);
    return price && price.currency === main && isActiveStatus(status) ? price.cents : 0;
  };
}

async function totalOf(read: Read, question: SummaryQuestion, window: Interval): Promise<BookingSums> {
  const total = BOOKING_SUMS.empty();
  const isCounted = statusVerdict(question.filters.status);
  await forEachCounted(read, { ...question, groupBy: [] }, window, async (rows) => {
    for (const row of rows) if (isCounted(row.status)) BOOKING_SUMS.add(total, row);
  });
  return total;
}

function addTo(others: Map<string, Unnumbered>, { contact_id = '', count }: BookingsRow, measure: number): void {
  const before = others.get(contact_id);
  others.set(contact_id, { count: (before?.count ?? 0) + Number(count), measure: (before?.measure ?? 0) + measure });
}

/** Returns the sums of contacts, from the rows of their bookings. Contacts without any are absent. */
async function sumsOf(
  read: Read,
  question: SummaryQuestion,
  window: Interval,
  contactIds: readonly string[],
): Promise<Map<string, BookingSums>> {
  const isCounted = statusVerdict(question.filters.status);
  const sums = new Map<string, BookingSums>();
  const add = async (rows: readonly BookingsRow[]) => {
    for (const row of rows) {
      if (!isCounted(row.status)) continue;
      const own = sums.get(row.contact_id ?? '') ?? BOOKING_SUMS.empty();
      sums.set(row.contact_id ?? '', own);
      BOOKING_SUMS.add(own, row);
    }
  };
  for (let start = 0; start < contactIds.length; start += CHUNK)
    await forEachOfRows(read, question, window, add, contactIds.slice(start, start + CHUNK));
  return sums;
}
