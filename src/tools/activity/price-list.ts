import { ApiError, scan } from '../../api/index.ts';
import type { Booking, Read, ServicePrice } from '../../contract/index.ts';
import type { Price } from '../../lib/activity/money.ts';
import { dateIn, zoneOf } from '../availability/business-zone.ts';
import { readOptionalBusiness } from '../availability/optional-business.ts';
import type { ToolContext } from '../core/context.ts';
import { mayShow } from '../core/record-kinds.ts';
import { switchedOffPrices } from './switched-off-prices.ts';

/** The prices of services as the platform states them at present: what a booking was sold for is not recorded. */
export interface PriceList {
  /** Returns the price that the booking carries, on platforms that send one, else that of its service on its day. */
  priceOf(read: Read<typeof Booking>): Price | undefined;
  /** Returns the price of a service today. */
  priceToday(id: string): Price | undefined;
  /** Whether a service has different prices on different days. */
  isByDay: boolean;
  /** Currencies of the services. */
  currencies: readonly string[];
  /** Why services have no prices here, as the end of a sentence; undefined if some have. */
  unknown: string | undefined;
}

/** Reads the services, with those that are switched off where the platform states the business. A caller or key that may not read them gets no prices, but its other numbers. */
export async function readPriceList(context: ToolContext): Promise<PriceList> {
  const { api, signal, clock, time } = context;
  const prices = new Map<string, Price>();
  const changing = new Map<string, readonly ServicePrice[]>();
  let reason = mayShow('service', context) ? undefined : 'this caller may not read services';
  let zone = time.zone;
  if (!reason) {
    try {
      const services = scan(
        (query) => api.listServices({ query, signal }),
        ({ fields: { id, price_cents: cents, currency, prices: all } }) => {
          if (!id || typeof cents !== 'number') return;
          prices.set(id, { cents, currency: currency ?? '' });
          if (all) changing.set(id, all);
        },
        { clock },
      );
      const [business] = await Promise.all([readOptionalBusiness(context), services]);
      zone = zoneOf(business, zone);
      for (const { id, today, all } of switchedOffPrices(business)) {
        if (prices.has(id)) continue;
        prices.set(id, today);
        if (all.length > 1) changing.set(id, all);
      }
    } catch (error) {
      if (!(error instanceof ApiError && error.details.kind === 'forbidden')) throw error;
      reason = 'the key lacks the scope read:services';
    }
  }
  const currencies = new Set([...prices.values()].map(({ currency }) => currency));
  const priceToday = (id: string) => prices.get(id);
  /** Returns the price of a booking's service on its day. */
  const priceOnDay = ({ fields: { service_id: id, start_time: start } }: Read<typeof Booking>) => {
    const present = priceToday(id ?? '');
    const all = changing.get(id ?? '');
    const date = all && start ? dateIn(zone, start) : undefined;
    const stated = date === undefined ? undefined : all?.findLast(({ from }) => from === null || from <= date);
    return present && stated ? { ...present, cents: stated.price_cents } : present;
  };
  return {
    priceToday,
    priceOf: (read) => ownPrice(read) ?? priceOnDay(read),
    isByDay: changing.size > 0,
    currencies: [...currencies].sort(),
    unknown: currencies.size > 0 ? undefined : (reason ?? 'the platform states no prices'),
  };
}

/** Returns the price that some platforms send with a booking, under the names that services have. */
function ownPrice({ other }: Read<typeof Booking>): Price | undefined {
  const { price_cents: cents, currency } = other;
  if (!Number.isSafeInteger(cents) || (cents as number) < 0) return undefined;
  return { cents: cents as number, currency: typeof currency === 'string' && CODE.test(currency) ? currency : '' };
}

const CODE = /^[A-Za-z]{3}$/;
