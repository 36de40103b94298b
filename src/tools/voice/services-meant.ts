import { areEqualNames } from '../../lib/search/equal-names.ts';
import { serviceNameMatcher } from '../../lib/search/name-matcher.ts';
import { normalizeName } from '../../lib/search/text-search.ts';
import { withoutArticle, withoutPoliteness, withoutSmallWords } from './small-words.ts';

/**
 * Returns the records whose service a spoken name means: the one with this name, or else those whose name has these words, or else
 * those whose whole name is among the words, as in "a cleaning appointment", of which the longest count. An article or a preposition
 * before the name need not belong to it.
 */
export function servicesMeantBy<T extends { id: string }>(
  text: string,
  records: readonly T[],
  nameOf: (record: T) => string | undefined,
): readonly T[] {
  const said = withoutPoliteness(text);
  const [wanted, bare] = [normalizeName(said), withoutSmallWords(said)];
  const named = (test: (name: string) => boolean) => (record: T) => test(nameOf(record) ?? '');
  const tries = [
    ({ id }: T) => id === text,
    named((name) => normalizeName(name) === wanted),
    named((name) => areEqualNames(name, said)),
    named((name) => areEqualNames(name, withoutArticle(said))),
    named(serviceNameMatcher(said)),
    named((name) => areEqualNames(name, bare)),
    named(serviceNameMatcher(bare)),
  ];
  for (const isMeant of tries) {
    const found = records.filter(isMeant);
    if (found.length > 0) return found;
  }
  return longest(records.filter(named((name) => serviceNameMatcher(name)(said))), nameOf);
}

/** Leaves out services whose name is a part of that of another one: Cleaning, if a deep cleaning was said. */
function longest<T>(records: readonly T[], nameOf: (record: T) => string | undefined): readonly T[] {
  const names = [...new Set(records.map((record) => normalizeName(nameOf(record) ?? '')))];
  const isPart = (name: string) => {
    const isIn = serviceNameMatcher(name);
    return names.some((other) => other.length > name.length && isIn(other));
  };
  const parts = new Set(names.filter(isPart));
  return records.filter((record) => !parts.has(normalizeName(nameOf(record) ?? '')));
}
