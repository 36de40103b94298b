import { ACTIVE, isActiveStatus } from '../../../contract/index.ts';
import { type Amounts, addPrice, currenciesOf } from '../../../lib/activity/money.ts';
import type { Sums } from '../../../lib/activity/tally.ts';
import { normalizeValue } from '../../../lib/stated-values.ts';
import type { Bucketed } from './aggregate.ts';
import type { SummaryQuestion } from './question.ts';

/** Bookings of one piece of the window that are equal in what the question is about. */
export interface BookingsRow extends Bucketed {
  service_id: string;
  status: string;
  staff_id?: string;
  contact_id?: string;
}

export interface BookingSums {
  count: number;
  cancelled: number;
  /** Bookings that take place, by service. */
  services: Map<string, number>;
  /** Start of the last booking, in epoch milliseconds. */
  last: number;
}

export const BOOKING_SUMS: Sums<BookingsRow, BookingSums> = {
  empty: () => ({ count: 0, cancelled: 0, services: new Map(), last: Number.NEGATIVE_INFINITY }),
  add(sums, row) {
    const count = Number(row.count);
    sums.count += count;
    sums.last = Math.max(sums.last, Number(row.last));
    if (isActiveStatus(row.status)) addCount(sums.services, row.service_id, count);
    else sums.cancelled += count;
  },
  merge(sums, others) {
    sums.count += others.count;
    sums.cancelled += others.cancelled;
    sums.last = Math.max(sums.last, others.last);
    for (const [service, count] of others.services) addCount(sums.services, service, count);
  },
};

/** Returns what the sums have beside those of some of their groups. */
export function withoutGroups(sums: BookingSums, groups: readonly BookingSums[]): BookingSums {
  const rest = { ...sums, services: new Map(sums.services) };
  // The groups may have been counted later, when there were more bookings.
  const subtract = (from: number, count: number) => Math.max(0, from - count);
  for (const { count, cancelled, services } of groups) {
    rest.count = subtract(rest.count, count);
    rest.cancelled = subtract(rest.cancelled, cancelled);
    for (const [service, own] of services) rest.services.set(service, subtract(rest.services.get(service) ?? 0, own));
  }
  for (const [service, count] of rest.services) if (count === 0) rest.services.delete(service);
  return rest;
}

const addCount = (counts: Map<string, number>, key: string, count: number) =>
  void counts.set(key, (counts.get(key) ?? 0) + count);

/** Returns the verdict on bookings by their status. */
export function statusVerdict(status: string | undefined): (status: string) => boolean {
  if (status === undefined) return () => true;
  if (status.toLowerCase() === ACTIVE) return isActiveStatus;
  const wanted = normalizeValue(status);
  return (own) => normalizeValue(own) === wanted;
}

/** Returns the value of groups in the currency that most of the bookings are paid in. */
export function valueMeasure(total: BookingSums, prices: SummaryQuestion['prices']) {
  const main = mainCurrency(total, prices);
  return ({ services }: BookingSums) => amountsOf(services, prices).get(main)?.cents ?? 0;
}

/** Returns the currency that most of the bookings are paid in; empty without prices. */
export function mainCurrency({ services }: BookingSums, prices: SummaryQuestion['prices']): string {
  return currenciesOf(amountsOf(services, prices))[0] ?? '';
}

function amountsOf(counts: ReadonlyMap<string, number>, prices: SummaryQuestion['prices']): Amounts {
  const amounts: Amounts = new Map();
  for (const [service, count] of counts) {
    const price = prices.get(service);
    if (price) addPrice(amounts, { ...price, cents: price.cents * count }, count);
  }
  return amounts;
}

/** Returns the sums as the answer has them. */
export const bookingNumbers = ({ count, cancelled, services }: BookingSums) => ({
  count,
  cancelled,
  services: [...services].map(([service_id, number]) => ({ service_id, count: number })),
});
