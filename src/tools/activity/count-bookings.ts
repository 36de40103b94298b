import type { Booking, Read } from '../../contract/index.ts';
import { utcInstant } from '../../lib/time/intervals.ts';
import type { TimeRange } from '../../lib/time/range.ts';
import type { ToolContext } from '../core/context.ts';
import { type ActivityFilters, bookingFilters } from './filters.ts';
import { type BookingGrouping, bookingKey } from './groupings.ts';
import { currenciesOf, presentAmounts } from './money.ts';
import { createPersonKey } from './person-key.ts';
import { readPriceList } from './price-list.ts';
import { readRecords } from './read-records.ts';
import { type Shown, showGroups } from './show-groups.ts';
import { type BookingSums, bookingSums } from './sums.ts';
import { createTally } from './tally.ts';

/** Counts the bookings of a window, with the value of those that are not cancelled. */
export async function countBookings(
  window: TimeRange,
  { group_by, filters, ...shown }: { group_by: readonly BookingGrouping[]; filters: ActivityFilters } & Shown,
  context: ToolContext,
) {
  const { api, time, signal } = context;
  const [matching, prices, personKey] = await Promise.all([
    bookingFilters(window, filters, context),
    readPriceList(context),
    createPersonKey(context),
  ]);
  const sums = bookingSums(prices.priceOf);
  const timeOf = ({ fields }: Read<typeof Booking>) => fields.start_time;
  const tally = createTally(
    group_by.map((grouping) => bookingKey(grouping, time, personKey)),
    sums,
    (read) => utcInstant(timeOf(read)) ?? '',
  );
  const coverage = await readRecords<typeof Booking>(
    { what: 'booking', fetch: (query) => api.listBookings({ query, signal }), ...matching, timeOf, visit: tally.add },
    context,
  );

  const { total, groups } = tally.result();
  const counted = currenciesOf(total.amounts);
  const currencies = counted.length > 0 ? counted : prices.currencies.slice(0, 1);
  const isCancelled = total.count > 0 && total.cancelled === total.count;
  const numbers = (some: BookingSums) => ({
    count: some.count,
    ...(some.cancelled > 0 ? { cancelled: some.cancelled } : {}),
    ...(some.cancelled < some.count || some.count === 0 ? presentAmounts(some.amounts, currencies) : {}),
    ...(currencies.length > 0 && some.unpriced > 0 ? { without_price: some.unpriced } : {}),
  });
  const [main = ''] = currencies;
  const value = (some: BookingSums) => some.amounts.get(main)?.cents ?? 0;
  return {
    bookings: {
      ...numbers(total),
      ...(currencies.length === 1 && main ? { currency: main } : {}),
      ...(await showGroups({ group_by, groups, sums, numbers, measures: { count, value }, ...shown }, context)),
    },
    coverage,
    note: isCancelled ? undefined : valueNote(currencies, prices.unknown),
  };
}

const count = (sums: BookingSums) => sums.count;

function valueNote(currencies: readonly string[], reason: string | undefined): string {
  return currencies.length > 0
    ? 'Value: the present prices of the services, without cancelled bookings.'
    : `No value: ${reason}.`;
}
