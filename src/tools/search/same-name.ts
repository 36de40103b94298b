import { formatCents } from '../../lib/currency.ts';
import { joined, quoted, type Sentence, say } from '../../lib/text/sentence.ts';
import type { Named } from './named.ts';

/** What records of one name can differ in: fields of the API and of the extension `business`. */
interface Traits {
  duration?: string | null;
  duration_minutes?: number | null;
  price?: number | null;
  price_cents?: number | null;
  currency?: string | null;
  title?: string | null;
}

/** Describes one of several records with one name: `"Massage" (m1, "60 min", price 90)`. */
export function describeCandidate({ id, name, ...record }: Named & Traits): Sentence {
  const { duration, duration_minutes: minutes, price_cents: cents, currency, title } = record;
  const texts = [minutes ? `${minutes} min` : duration, title].flatMap((text) => (text ? [say`${quoted(text)}`] : []));
  const price =
    cents != null && /^[a-z]{3}$/i.test(currency ?? '') ? Number(formatCents(cents, `${currency}`)) : record.price;
  return say`${quoted(name)} (${joined([id, ...texts, ...(price == null ? [] : [say`price ${price}`])], ', ')})`;
}
