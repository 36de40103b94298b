/** The currency that was asked for last, because a business has one, and each formatter takes 30 µs. */
let last: { currency: string; digits: number } | undefined;

/** Returns the number of decimal places of a currency's amounts, such as 2 for USD and 0 for JPY. */
export function currencyDigits(currency: string): number {
  if (last?.currency !== currency) {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency });
    last = { currency, digits: format.resolvedOptions().maximumFractionDigits ?? 2 };
  }
  return last.digits;
}

/** Formats an amount of a currency's minor unit in its main unit: 11500 is `115.00` in USD, and `11500` in JPY. */
export function formatCents(cents: number, currency: string): string {
  const digits = currencyDigits(currency);
  return (cents / 10 ** digits).toFixed(digits);
}
