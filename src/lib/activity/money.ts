/** An amount in the minor unit (cents) of a currency. */
export interface Price {
  cents: number;
  /** ISO 4217 code; empty if the platform does not state it. */
  currency: string;
}

/** Amounts by currency, each with the number of prices in it. */
export type Amounts = Map<string, { cents: number; count: number }>;

export function addPrice(amounts: Amounts, { currency, cents }: Price, count = 1): void {
  const amount = amounts.get(currency);
  if (!amount) amounts.set(currency, { cents, count });
  else {
    amount.cents += cents;
    amount.count += count;
  }
}

export function mergeAmounts(amounts: Amounts, others: Amounts): void {
  for (const [currency, { cents, count }] of others) addPrice(amounts, { currency, cents }, count);
}

/** Returns the currencies, the one with the most prices first. */
export function currenciesOf(amounts: Amounts): string[] {
  return [...amounts]
    .sort(([a, one], [b, other]) => other.count - one.count || (a < b ? -1 : 1))
    .map(([currency]) => currency);
}

/**
 * Returns the fields of an answer that show amounts: one number if the whole answer has one currency, else each currency
 * apart, because they cannot be added.
 * @param currencies those of the whole answer; none if it shows no amounts.
 */
export function presentAmounts(amounts: Amounts, currencies: readonly string[]) {
  const [first, ...others] = currencies;
  if (first === undefined) return {};
  if (others.length === 0) return { value_cents: amounts.get(first)?.cents ?? 0 };
  const values = currencies.flatMap((currency) => {
    const amount = amounts.get(currency);
    return amount ? [{ ...(currency ? { currency } : {}), value_cents: amount.cents }] : [];
  });
  return { values };
}
