import { ACTIVE, isActiveStatus, isNoShowStatus } from '../../../contract/index.ts';
import { type Amounts, addPrice, currenciesOf } from '../../../lib/activity/money.ts';
import type { Sums } from '../../../lib/activity/tally.ts';
import { normalizeValue } from '../../../lib/stated-values.ts';
import type { Bucketed } from './aggregate.ts';
import type { PriceInForce } from './prices.ts';

/** Bookings of one piece of the window that are equal in what the question is about. */
export interface BookingsRow extends Bucketed {
  service_id: string;
  status: string;
  staff_id?: string;
  contact_id?: string;
  /** The price of the service in the piece. */
  price?: PriceInForce | undefined;
}

/** Bookings of one service at one price. */
interface PricedBookings extends Pick<BookingsRow, 'service_id' | 'price'> {
  count: number;
}

export interface BookingSums {
  count: number;
  cancelled: number;
  noShows: number;
  /** Bookings that take place, by service and price. */
  services: Map<string, PricedBookings>;
  /** Start of the last booking, in epoch milliseconds. */
  last: number;
}

export const BOOKING_SUMS: Sums<BookingsRow, BookingSums> = {
  empty: () => ({ count: 0, cancelled: 0, noShows: 0, services: new Map(), last: Number.NEGATIVE_INFINITY }),
  add(sums, row) {
    const count = Number(row.count);
    sums.count += count;
    sums.last = Math.max(sums.last, Number(row.last));
    if (isActiveStatus(row.status)) addCount(sums.services, { service_id: row.service_id, price: row.price, count });
    else if (isNoShowStatus(row.status)) sums.noShows += count;
    else sums.cancelled += count;
  },
  merge(sums, others) {
    sums.count += others.count;
    sums.cancelled += others.cancelled;
    sums.noShows += others.noShows;
    sums.last = Math.max(sums.last, others.last);
    for (const priced of others.services.values()) addCount(sums.services, priced);
  },
};

/** Returns what the sums have beside those of some of their groups. */
export function withoutGroups(sums: BookingSums, groups: readonly BookingSums[]): BookingSums {
  const rest = { ...sums, services: new Map(sums.services) };
  // The groups may have been counted later, when there were more bookings.
  const subtract = (from: number, count: number) => Math.max(0, from - count);
  for (const { count, cancelled, noShows, services } of groups) {
    rest.count = subtract(rest.count, count);
    rest.cancelled = subtract(rest.cancelled, cancelled);
    rest.noShows = subtract(rest.noShows, noShows);
    for (const [key, own] of services)
      rest.services.set(key, { ...own, count: subtract(rest.services.get(key)?.count ?? 0, own.count) });
  }
  for (const [key, { count }] of rest.services) if (count === 0) rest.services.delete(key);
  return rest;
}

function addCount(services: BookingSums['services'], { service_id, price, count }: PricedBookings): void {
  const key = `${price?.start} ${service_id}`;
  services.set(key, { service_id, price, count: (services.get(key)?.count ?? 0) + count });
}

/** Returns the verdict on bookings by their status. */
export function statusVerdict(status: string | undefined): (status: string) => boolean {
  if (status === undefined) return () => true;
  if (status.toLowerCase() === ACTIVE) return isActiveStatus;
  const wanted = normalizeValue(status);
  return (own) => normalizeValue(own) === wanted;
}

/** Returns the value of groups in the currency that most of the bookings are paid in. */
export function valueMeasure(total: BookingSums) {
  const main = mainCurrency(total);
  return (sums: BookingSums) => amountsOf(sums).get(main)?.cents ?? 0;
}

/** Returns the currency that most of the bookings are paid in; empty without prices. */
export const mainCurrency = (sums: BookingSums): string => currenciesOf(amountsOf(sums))[0] ?? '';

function amountsOf({ services }: BookingSums): Amounts {
  const amounts: Amounts = new Map();
  for (const { price, count } of services.values()) {
    if (price) addPrice(amounts, { currency: price.currency, cents: price.cents * count }, count);
  }
  return amounts;
}

/** Returns the sums as the answer has them. */
export const bookingNumbers = ({ count, cancelled, noShows, services }: BookingSums) => ({
  count,
  cancelled,
  no_shows: noShows,
  services: [...services.values()].map(({ service_id, price, count: number }) => ({
    service_id,
    ...(price ? { price_cents: price.cents } : {}),
    count: number,
  })),
});
