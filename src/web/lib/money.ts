import { currencyDigits } from '../../lib/currency.ts';
import { pageLocale } from './time.ts';

/** How amounts are written. */
export interface MoneyOptions {
  /** `$35K` for axes. */
  isCompact?: boolean;
  /** Without cents, where no amount has any. */
  isWhole?: boolean;
}

/**
 * Writes an amount in the minor unit of a currency (ISO 4217) by locale; the yen, for example, has no minor unit. Without a
 * code, or with one that is no code, it is a plain number of hundredths.
 */
export function moneyText(minor: number, currency: string | undefined, options: MoneyOptions = {}): string {
  const digits = minorDigits(currency);
  const amount = minor / 10 ** digits;
  const fraction = options.isCompact
    ? {}
    : options.isWhole
      ? { maximumFractionDigits: 0 }
      : { minimumFractionDigits: digits };
  const notation = options.isCompact
    ? ({ notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 1 } as const)
    : {};
  const isKnown = isCurrency(currency);
  const style = isKnown ? ({ style: 'currency', currency } as const) : {};
  const text = new Intl.NumberFormat(pageLocale(), { ...style, ...fraction, ...notation }).format(amount);
  return isKnown || !currency ? text : `${text} ${String(currency).slice(0, 8)}`;
}

/** Digits of the minor unit: 2 for most currencies. */
export const minorDigits = (currency: string | undefined): number =>
  isCurrency(currency) ? currencyDigits(currency) : 2;

const isCurrency = (code: string | undefined): code is string => code !== undefined && /^[A-Z]{3}$/.test(code);
