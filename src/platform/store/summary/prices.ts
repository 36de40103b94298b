import type { Price } from '../../../lib/activity/money.ts';

/** A price of a service, from an instant on. */
export interface PriceInForce extends Price {
  /** Epoch milliseconds; the first price has no beginning. */
  start: number;
}

/** The prices of services by id, each in order of time. */
export type Prices = ReadonlyMap<string, readonly PriceInForce[]>;

export const priceAt = (prices: Prices, serviceId: string, instant: number): PriceInForce | undefined =>
  prices.get(serviceId)?.findLast(({ start }) => start <= instant);

/** Returns the instants at which a price begins, in order. */
export const priceStarts = (prices: Prices): number[] =>
  [...new Set([...prices.values()].flat().map(({ start }) => start))].filter(Number.isFinite).sort((a, b) => a - b);
