import { contractions, writeOut, zipSpellings } from './spellings.ts';
import { normalizeName } from './text-search.ts';

/** True if two names differ at most in case, accents, apostrophes and hyphens, and in how umlauts are written: Müller, Mueller, Muller. */
export function areEqualNames(one: string, other: string): boolean {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  return words.length === others.length && words.every((word, index) => haveCommon(word, others[index] as string[]));
}

const wordsOf = (name: string) => zipSpellings([name, writeOut(name)].map((text) => normalizeName(text).split(' ')));

const haveCommon = (some: readonly string[], others: readonly string[]) => some.some((one) => others.includes(one));

/** Spellings of a name that are looked for, each by a request. */
const MAX_SPELLINGS = 16;

/**
 * Returns the name, and how equal names are written that a search for whole names, in any case and without accents, does not find
 * by it; undefined if they are too many to look for.
 */
export function spellingsOfName(name: string): string[] | undefined {
  const folded = normalizeName(name);
  const all = contractions([folded, normalizeName(writeOut(name))], MAX_SPELLINGS);
  return all && [name, ...[...all].filter((one) => one !== folded)];
}
