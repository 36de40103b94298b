import { Temporal } from 'temporal-polyfill';
import type { Prices } from '../store/summary/prices.ts';
import type { Business } from './business.ts';
import { currencyOf } from './definition.ts';
import { pricesOf } from './records.ts';

/**
 * Returns the prices at which bookings are counted, also of services that are switched off: their bookings were sold.
 * @param zone IANA time zone in which the days of prices begin.
 */
export function countedPrices(business: Business, zone: string): Prices {
  const currency = currencyOf(business);
  const startOf = (date: string) => Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds;
  return new Map(
    [...business.services].map(([id, service]) => {
      const prices = pricesOf(service);
      const priced = prices.map(({ from, price_cents: cents }) => ({
        start: from === null ? Number.NEGATIVE_INFINITY : startOf(from),
        cents,
        currency,
      }));
      return [id, priced];
    }),
  );
}
