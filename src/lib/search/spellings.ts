import { isAscii } from '../text/text.ts';

/**
 * Letters that are also written as two, where a keyboard or a speech recognition has no such letter: Müller, Mueller. Stored texts
 * are folded to the first of the two (Muller), so that a query has to stand for both. `ß`, `æ` and `œ` are folded to two letters.
 */
const WRITTEN_OUT: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ø: 'oe', ü: 'ue', å: 'aa' };
const UMLAUTS = new RegExp(`[${Object.keys(WRITTEN_OUT).join('')}]`, 'giu');

/** Returns a text with two letters for each umlaut; the same text if it has none. */
export function writeOut(text: string): string {
  if (isAscii(text)) return text;
  return text.normalize('NFC').replace(UMLAUTS, (letter) => WRITTEN_OUT[letter.toLowerCase()] as string);
}

/** Shorter words, such as Joe and Sue, would stand for the beginnings of too many others. */
const WORDS = /\p{L}{4,}/gu;
/** Behind these letters, `ue` is no umlaut: Bauer, neue, Quelle. */
const PAIRS = /[ao]e|aa|(?<![aeq])ue/g;
const BEGINNINGS_OF_PAIRS = new RegExp(`(?=${PAIRS.source})`, 'g');

/** Returns a folded text with one letter for each pair that can stand for an umlaut, as a text with the umlaut is folded. */
const contract = (folded: string): string =>
  folded.replace(WORDS, (word) => word.replace(PAIRS, (pair) => pair.charAt(0)));

/**
 * Returns folded names, and these with one letter for any of the pairs that can stand for an umlaut, however short their words are;
 * undefined if they are more than `max`.
 */
export function contractions(folded: readonly string[], max: number): ReadonlySet<string> | undefined {
  const all = new Set(folded);
  // Those that are added meanwhile are visited, too: any other pair of theirs can stand for an umlaut as well.
  for (const name of all) {
    if (all.size > max) return undefined;
    for (const { index } of name.matchAll(BEGINNINGS_OF_PAIRS))
      all.add(name.slice(0, index + 1) + name.slice(index + 2));
  }
  return all;
}

/** The folded spellings of a text in a query. */
interface Spellings {
  /** Those that a matching text has, or has when its umlauts are written out. */
  own: readonly string[];
  /** These, and the one that a text with umlauts has when it is folded: an index has no other. */
  folded: readonly string[];
}

/**
 * Returns the spellings of a text, three at most.
 * @param folded the text.
 * @param writtenOut the text with two letters for each umlaut, folded.
 */
export function spellingsOf(folded: string, writtenOut: string): Spellings {
  const own = distinct([folded, writtenOut]);
  return { own, folded: distinct([...own, contract(writtenOut)]) };
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];

/** Returns the spellings of each part of texts that are spelled differently and have as many parts. */
export function zipSpellings<T>(spellings: readonly (readonly T[])[]): T[][] {
  const [first = []] = spellings;
  return first.map((_, index) => spellings.flatMap((parts) => parts.slice(index, index + 1)));
}
