import { Booking, type Read } from '../../contract/index.ts';
import { currenciesOf, presentAmounts } from '../../lib/activity/money.ts';
import { createTally } from '../../lib/activity/tally.ts';
import { utcInstant } from '../../lib/time/intervals.ts';
import type { TimeRange } from '../../lib/time/range.ts';
import type { ToolContext } from '../core/context.ts';
import { announcedGroups, bookingSumsOf } from './announced-groups.ts';
import { askSummary } from './announced-summary.ts';
import type { BookingGrouping } from './choices.ts';
import type { Counted } from './counted.ts';
import { type ActivityFilters, bookingFilters, type Filters } from './filters.ts';
import { bookingKey, type KeyOf } from './groupings.ts';
import { createPersonKey } from './person-key.ts';
import { type PriceList, readPriceList } from './price-list.ts';
import { readRecords } from './read-records.ts';
import { type Shown, showGroups } from './show-groups.ts';
import { type BookingSums, bookingSums } from './sums.ts';

interface Question extends Shown {
  window: TimeRange;
  group_by: readonly BookingGrouping[];
  matching: Filters<typeof Booking>;
  prices: PriceList;
  keyOf: (grouping: BookingGrouping) => KeyOf<Read<typeof Booking>>;
}

/** Counts the bookings of a window, with the value of those that take place. */
export async function countBookings(
  window: TimeRange,
  { group_by, filters, ...shown }: { group_by: readonly BookingGrouping[]; filters: ActivityFilters } & Shown,
  context: ToolContext,
) {
  const [matching, prices, personKey] = await Promise.all([
    bookingFilters(window, filters, context),
    readPriceList(context),
    createPersonKey(context),
  ]);
  const keyOf = (grouping: BookingGrouping) => bookingKey(grouping, context, personKey);
  const question = { window, group_by, matching, prices, keyOf, ...shown };
  const { total, groups, rest, coverage, areCustomersNamed } =
    (await askBookings(question, context)) ?? (await readBookings(question, context));

  const counted = currenciesOf(total.amounts);
  const currencies = counted.length > 0 ? counted : prices.currencies.slice(0, 1);
  const isWithoutValue = ({ count, cancelled, noShows }: BookingSums) => count > 0 && cancelled + noShows === count;
  const numbers = (some: BookingSums) => ({
    count: some.count,
    ...(some.cancelled > 0 ? { cancelled: some.cancelled } : {}),
    ...(some.noShows > 0 ? { no_shows: some.noShows } : {}),
    ...(isWithoutValue(some) ? {} : presentAmounts(some.amounts, currencies)),
    ...(currencies.length > 0 && some.unpriced > 0 ? { without_price: some.unpriced } : {}),
  });
  const [main = ''] = currencies;
  const value = (some: BookingSums) => some.amounts.get(main)?.cents ?? 0;
  const sums = bookingSums(prices.priceOf);
  return {
    bookings: {
      ...numbers(total),
      ...(currencies.length === 1 && main ? { currency: main } : {}),
      ...(await showGroups(
        { group_by, groups, rest, areCustomersNamed, sums, numbers, measures: { count, value }, ...shown },
        context,
      )),
    },
    coverage,
    note: isWithoutValue(total) ? undefined : valueNote(currencies, prices, total),
  };
}

/** Asks the platform for the numbers; undefined if it does not count itself. */
async function askBookings(
  { window, group_by, matching, prices, keyOf, limit, order = 'count' }: Question,
  context: ToolContext,
): Promise<Counted<BookingSums> | undefined> {
  const summary = await askSummary(
    {
      kind: 'bookings',
      resource: Booking,
      window,
      group_by,
      ...matching,
      // Without prices all values are equal.
      order: order === 'value' && prices.currencies.length === 0 ? 'key' : order,
      limit,
    },
    context,
  );
  if (!summary) return undefined;
  const sumsOf = (some: typeof summary.total) => bookingSumsOf(some, prices.priceToday);
  const { other } = summary;
  return {
    total: sumsOf(summary.total),
    groups: announcedGroups<typeof Booking, BookingSums>(
      summary.groups,
      group_by,
      (grouping) => keyOf(grouping as BookingGrouping),
      sumsOf,
    ),
    rest: other ? { groups: other.groups, sums: sumsOf(other) } : undefined,
    coverage: summary.coverage,
    areCustomersNamed: true,
  };
}

async function readBookings(
  { window, group_by, matching, prices, keyOf }: Question,
  context: ToolContext,
): Promise<Counted<BookingSums>> {
  const { api, signal } = context;
  const { listed } = matching;
  const timeOf = ({ fields }: Read<typeof Booking>) => fields.start_time;
  const tally = createTally(group_by.map(keyOf), bookingSums(prices.priceOf), (read) => utcInstant(timeOf(read)) ?? '');
  const coverage = await readRecords<typeof Booking>(
    {
      what: 'booking',
      fetch: (query) => api.listBookings({ query, signal }),
      search: listed && {
        resource: Booking,
        fetch: (query) => api.listBookings({ query: { ...window, ...listed, ...query }, signal }),
      },
      ...matching,
      timeOf,
      visit: tally.add,
    },
    context,
  );
  return { ...tally.result(), rest: undefined, coverage };
}

const count = (sums: BookingSums) => sums.count;

function valueNote(currencies: readonly string[], { isByDay, unknown }: PriceList, { noShows }: BookingSums): string {
  if (currencies.length === 0) return `No value: ${unknown}.`;
  const prices = isByDay ? 'each booking at the price of its service on its day' : 'the present prices of the services';
  return `Value: ${prices}, without cancelled bookings${noShows > 0 ? ' and no-shows' : ''}.`;
}
