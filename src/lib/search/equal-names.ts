import { spellingsOf, writeOut, zipSpellings } from './spellings.ts';
import { normalizeName } from './text-search.ts';

/** True if two names differ at most in case, accents, apostrophes and hyphens, and in how umlauts are written: Müller, Mueller, Muller. */
export function areEqualNames(one: string, other: string): boolean {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  return words.length === others.length && words.every((word, index) => haveCommon(word, others[index] as string[]));
}

const wordsOf = (name: string) => zipSpellings([name, writeOut(name)].map((text) => normalizeName(text).split(' ')));

const haveCommon = (some: readonly string[], others: readonly string[]) => some.some((one) => others.includes(one));

/** Spellings of a name that are looked for. */
const MAX_SPELLINGS = 8;

/**
 * Returns the name, and how equal names are written that a search for whole names, in any case and without accents, does not find
 * by it. Of a name with many words that have several spellings, not all.
 */
export function spellingsOfName(name: string): string[] {
  const words = wordsOf(name).map(([folded = '', writtenOut = folded]) => spellingsOf(folded, writtenOut).folded);
  const all = words.reduce<string[][]>(
    (names, spellings) => names.flatMap((parts) => spellings.map((word) => [...parts, word])).slice(0, MAX_SPELLINGS),
    [[]],
  );
  const others = all.map((parts) => parts.join(' ')).filter((one) => one !== normalizeName(name));
  return [name, ...others];
}
