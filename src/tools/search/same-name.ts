import { formatCents, isCurrencyCode } from '../../lib/locale.ts';
import { joined, quoted, type Sentence, say, trusted } from '../../lib/sentence.ts';
import type { Named } from './by-name.ts';

/** What records of one name can differ in: fields of the API and of the extension `business`. */
interface Traits {
  duration?: string | null | undefined;
  duration_minutes?: number | null | undefined;
  price?: number | null | undefined;
  price_today?: number | null | undefined;
  price_cents?: number | null | undefined;
  currency?: string | null | undefined;
  title?: string | null | undefined;
}

const MAX_TITLE = 60;

/** Describes a candidate of a name that is not unique by its id: `"Massage" (m1, 60 min, 90 USD)`. */
export function describeCandidate(record: Named & Traits): Sentence {
  return say`${quoted(record.name)} (${joined([say`${record.id}`, ...traitsOf(record)], ', ')})`;
}

function traitsOf(record: Traits): Sentence[] {
  const { duration, duration_minutes: minutes, price_cents: cents, currency, title } = record;
  const length = minutes == null ? duration : `${minutes} min`;
  const price = record.price_today ?? record.price;
  const amount = cents != null && currency && isCurrencyCode(currency) ? formatCents(cents, currency) : price;
  return [
    ...(length ? [LENGTH.test(length) ? say`${trusted(length)}` : say`${quoted(length)}`] : []),
    ...(amount == null ? [] : [say`price ${trusted(String(amount))}`]),
    ...(title ? [say`${quoted(title, MAX_TITLE)}`] : []),
  ];
}

/** `1h30m`, `90 min` */
const LENGTH = /^[\d.]+[a-z\d ]{1,20}$/;
