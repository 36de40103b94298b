import { writeOut, zipSpellings } from '../../lib/search/spellings.ts';
import { foldText } from '../../lib/search/text-search.ts';

/**
 * True if two names can be those of one person: the words of the shorter one are words of the other, in any order, and a
 * single letter stands for a word that begins with it. Case, accents, punctuation, and how umlauts are written do not matter.
 */
export function isSameName(a: string, b: string): boolean {
  const [fewer, more] = [words(a), words(b)].sort((one, other) => one.length - other.length) as [Word[], Word[]];
  if (fewer.length === 0) return a.trim() === b.trim();
  const remaining = [...more];
  return fewer.every((word) => {
    const index = remaining.findIndex((other) => canBeSame(word, other));
    if (index >= 0) remaining.splice(index, 1);
    return index >= 0;
  });
}

/** The spellings of a word: Müller has `muller` and `mueller`. */
type Word = readonly string[];

const canBeSame = (word: Word, other: Word) =>
  word.some((a) => other.some((b) => a === b || isInitialOf(a, b) || isInitialOf(b, a)));

const isInitialOf = (initial: string, word: string) => [...initial].length === 1 && word.startsWith(initial);

const words = (name: string): Word[] =>
  zipSpellings([name, writeOut(name)].map((text) => foldText(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []));
