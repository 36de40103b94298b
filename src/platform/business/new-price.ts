import type { ServiceDefinition } from './definition.ts';

type PriceChanges = NonNullable<ServiceDefinition['price_changes']>;

/** The prices of a service: the first one, and those from later dates on, in order. */
interface Prices {
  first: number;
  changes: PriceChanges;
}

/**
 * Divides the prices of a service at the day from which a file states them: the first one of its list, or tomorrow if all of
 * them are later. What is before that day stays, whether the list is pruned or not: bookings are counted at the price of
 * their day.
 */
export function pricesBefore({ first, changes }: Prices, declared: readonly { from: string }[], today: string) {
  const [start = ''] = declared.map(({ from }) => from).sort();
  const isToday = start === '' || start > today;
  const isBefore = ({ from }: { from: string }) => (isToday ? from <= today : from < start);
  return {
    past: { first, changes: changes.filter(isBefore) },
    since: changes.filter((change) => !isBefore(change)),
    /** Whether a price of the file is that of today. If not, it is the one before its list. */
    isToday,
  };
}

/**
 * Changes the last price.
 * @param from its first day; undefined: it was wrong from its first day on.
 */
export function withPrice({ first, changes }: Prices, price_cents: number, from: string | undefined): Prices {
  const last = changes.at(-1);
  const start = from ?? last?.from;
  if ((last?.price_cents ?? first) === price_cents) return { first, changes };
  if (start === undefined) return { first: price_cents, changes };
  const earlier = changes.filter((change) => change.from < start);
  // A second change on one day can take back the first one.
  const isFormer = from !== undefined && (earlier.at(-1)?.price_cents ?? first) === price_cents;
  return { first, changes: isFormer ? earlier : [...earlier, { from: start, price_cents }] };
}
