import { fullSuffix } from '../../lib/search/name-suffix.ts';
import { writeOut, zipSpellings } from '../../lib/search/spellings.ts';
import { foldText } from '../../lib/search/text-search.ts';

/**
 * True if two names can be those of one person: the words of the shorter one are words of the other, in any order, and a
 * single letter stands for a word that begins with it. Case, accents, punctuation, and how umlauts are written do not matter.
 * A suffix such as `jun.` can be missing in one of them: who books by phone seldom says it.
 */
export function isSameName(a: string, b: string): boolean {
  const [fewer, more] = [words(a), words(b)].sort((one, other) => one.length - other.length) as [Word[], Word[]];
  if (fewer.length === 0) return a.trim() === b.trim();
  // Whole words first: in "J Jones", the initial is not that of the Jones in "Jones, James".
  const [initials, rest] = unpaired(fewer, more, haveCommon);
  return unpaired(initials, rest, isInitialOf)[0].length === 0;
}

/** True if both names have the same suffix or none: in a list of customers, Hans Maier is another person than Hans Maier jun. */
export const haveSameSuffix = (a: string, b: string): boolean => suffixOf(a) === suffixOf(b);

/** The suffix is behind at least two other words, or is before the comma in `Maier jun., Hans`: Jun is also a first name. */
function suffixOf(name: string): string | undefined {
  const ends = name.split(',').map((section) => words(section).at(-1)?.[0] ?? '');
  return words(name).length < 3 ? undefined : ends.map(fullSuffix).find((suffix) => suffix !== undefined);
}

/** Pairs each word with one of others, and returns the words and others that are left. */
function unpaired(words: readonly Word[], others: readonly Word[], isPair: (word: Word, other: Word) => boolean) {
  const rest = [...others];
  const left = words.filter((word) => {
    const index = rest.findIndex((other) => isPair(word, other));
    if (index >= 0) rest.splice(index, 1);
    return index < 0;
  });
  return [left, rest] as const;
}

/** The spellings of a word: Müller has `muller` and `mueller`. */
type Word = readonly string[];

const haveCommon = (word: Word, other: Word) => word.some((one) => other.includes(one));

/** True if one of two words is an initial of the other. */
const isInitialOf = (word: Word, other: Word) => isInitial(word, other) || isInitial(other, word);
const isInitial = (initial: Word, word: Word) =>
  initial.some((a) => [...a].length === 1 && word.some((b) => b.startsWith(a)));

const words = (name: string): Word[] => zipSpellings([name, writeOut(name)].map(wordsOf));
const wordsOf = (text: string) =>
  (foldText(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map((word) => fullSuffix(word) ?? word);
