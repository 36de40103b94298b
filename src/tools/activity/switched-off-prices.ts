import type { BusinessRecord, Read, ServicePrice } from '../../contract/index.ts';
import type { Price } from '../../lib/activity/money.ts';
import { currencyDigits } from '../../lib/currency.ts';

/** Prices of a service that cannot be booked any more. */
interface FormerPrices {
  id: string;
  today: Price;
  /** In order of time. */
  all: ServicePrice[];
}

/** Returns the prices of services that are switched off: they are in no list, but their bookings were sold. */
export function switchedOffPrices(business: Read<typeof BusinessRecord> | undefined): FormerPrices[] {
  const { currency, services } = business?.fields ?? {};
  if (!currency || !services || !CODE.test(currency)) return [];
  const unit = 10 ** currencyDigits(currency);
  const cents = (amount: number) => Math.round(amount * unit);
  return services
    .filter(({ active }) => !active)
    .map(({ id, price: first, price_today = first, price_changes }) => ({
      id,
      today: { cents: cents(price_today), currency },
      all: [{ from: null, price: first }, ...price_changes].map(({ from, price }) => ({
        from,
        price_cents: cents(price),
      })),
    }));
}

const CODE = /^[A-Za-z]{3}$/;
