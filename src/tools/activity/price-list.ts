import { ApiError, scan } from '../../api/index.ts';
import type { Booking, Read } from '../../contract/index.ts';
import type { Price } from '../../lib/activity/money.ts';
import type { ToolContext } from '../core/context.ts';
import { mayShow } from '../core/record-kinds.ts';

/** The prices of services at present. The specification has no others: what a booking was sold for is not recorded. */
export interface PriceList {
  /** Returns the price that the booking carries, on platforms that send one, else that of its service. */
  priceOf(read: Read<typeof Booking>): Price | undefined;
  /** Returns the price of a service. */
  priceOfService(id: string): Price | undefined;
  /** Currencies of the services. */
  currencies: readonly string[];
  /** Why services have no prices here, as the end of a sentence; undefined if some have. */
  unknown: string | undefined;
}

/** Reads the services. A caller or key that may not read them gets no prices, but its other numbers. */
export async function readPriceList(context: ToolContext): Promise<PriceList> {
  const { api, signal, clock } = context;
  const prices = new Map<string, Price>();
  let reason = mayShow('service', context) ? undefined : 'this caller may not read services';
  if (!reason) {
    try {
      await scan(
        (query) => api.listServices({ query, signal }),
        ({ fields: { id, price_cents: cents, currency } }) => {
          if (id && typeof cents === 'number') prices.set(id, { cents, currency: currency ?? '' });
        },
        { clock },
      );
    } catch (error) {
      if (!(error instanceof ApiError && error.details.kind === 'forbidden')) throw error;
      reason = 'the key lacks the scope read:services';
    }
  }
  const currencies = new Set([...prices.values()].map(({ currency }) => currency));
  return {
    priceOfService: (id) => prices.get(id),
    priceOf: (read) => ownPrice(read) ?? prices.get(read.fields.service_id ?? ''),
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
