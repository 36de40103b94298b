import { areEqualNames } from '../../../../lib/search/equal-names.ts';
import { serviceNameMatcher } from '../../../../lib/search/name-matcher.ts';
import { normalizeName } from '../../../../lib/search/text-search.ts';
import { withoutArticle, withoutPoliteness, withoutSmallWords } from '../small-words.ts';

/** A service that was said, and the records whose service it can mean. */
export interface SaidService<T> {
  said: string;
  meant: readonly T[];
}

/** Returns the records whose services a spoken name means. */
export const servicesMeantBy = <T extends { id: string }>(
  text: string,
  records: readonly T[],
  nameOf: (record: T) => string | undefined,
): readonly T[] => {
  const meant = new Set(saidServices(text, records, nameOf).flatMap((one) => one.meant));
  return records.filter((record) => meant.has(record));
};

/**
 * Returns the services that were said, mostly one. It means the records with this name, or else those whose name has these words, or
 * else those whose whole name is among the words, as in "a cleaning appointment", of which the longest count. An article or a
 * preposition before the name need not belong to it. Two that are said with "and" are one if a service has both.
 */
export function saidServices<T extends { id: string }>(
  text: string,
  records: readonly T[],
  nameOf: (record: T) => string | undefined,
): readonly SaidService<T>[] {
  const said = withoutPoliteness(text);
  const [wanted, bare] = [normalizeName(said), withoutSmallWords(said)];
  const named = (test: (name: string) => boolean) => (record: T) => test(nameOf(record) ?? '');
  const parts = partsOf(said);
  const tries = [
    ({ id }: T) => id === text,
    named((name) => normalizeName(name) === wanted),
    named((name) => areEqualNames(name, said)),
    named((name) => areEqualNames(name, withoutArticle(said))),
    named(serviceNameMatcher(said)),
    named((name) => areEqualNames(name, bare)),
    named(serviceNameMatcher(bare)),
    ...(parts.length > 1 ? [named(hasAll(parts.map(withoutSmallWords)))] : []),
  ];
  for (const isMeant of tries) {
    const meant = records.filter(isMeant);
    if (meant.length > 0) return [{ said, meant }];
  }
  const meant = longest(records.filter(named((name) => serviceNameMatcher(name)(said))), nameOf);
  const hasBoth = meant.some((record) => partsOf(nameOf(record) ?? '').length > 1);
  if (parts.length === 1 || hasBoth) return [{ said, meant }];
  return parts.map((part) => ({ said: part, meant: servicesMeantBy(part, records, nameOf) }));
}

/** A name that is one of the parts has no other one: Corte for "corte e cor". */
function hasAll(parts: readonly string[]): (name: string) => boolean {
  const hasWords = serviceNameMatcher(parts.join(' '));
  return (name) => hasWords(name) && !parts.some((part) => areEqualNames(name, part));
}

/** The word between two services, in all spoken languages. A length has it, too: "an hour and a half", "1 hour and 30 minutes". */
const AND =
  /\s*(?:[&+]|(?<!\p{L})(?:and|und|sowie|y|et|ed?)(?!\p{L}))(?!\s*\d|\s+(?:an?\s+half|half|halb|media|demie?|mezz[ao]|meia)(?!\p{L}))\s*/iu;

const partsOf = (text: string): readonly string[] => {
  const parts = text.split(AND).filter((part) => part !== '');
  return parts.length > 1 ? parts : [text];
};

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
