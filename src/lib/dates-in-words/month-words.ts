import { normalizeName } from '../search/text-search.ts';

/** Normalized. They are read in every language, because models write them. */
export const ENGLISH_MONTHS: readonly string[] =
  'january february march april may june july august september october november december'.split(' ');

/** Returns the number of a month by its name or at least three letters of it, from 1; undefined if it is none, or can be several. */
export function monthOf(word: string, language: string): number | undefined {
  const name = word.replace(/\.$/, '');
  if (name.length < 3) return undefined;
  for (const names of [monthsIn(language), ENGLISH_MONTHS]) {
    const found = names.flatMap((month, index) => (month.startsWith(name) ? [index + 1] : []));
    const whole = names.indexOf(name) + 1;
    if (found.length > 0) return whole || (found.length === 1 ? found[0] : undefined);
  }
  return undefined;
}

/** By language. */
const months = new Map<string, readonly string[]>();

/** The names of months in a language, normalized. */
function monthsIn(language: string): readonly string[] {
  const known = months.get(language);
  if (known) return known;
  const { format } = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  const names = Array.from({ length: 12 }, (_, month) => normalizeName(format(Date.UTC(2000, month, 15))));
  months.set(language, names);
  return names;
}
