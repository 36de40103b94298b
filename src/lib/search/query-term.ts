import { escapePattern } from '../text/text.ts';
import { spellingsOf, zipSpellings } from './spellings.ts';

/** A part of a query that must occur. */
export type QueryTerm =
  /** A phrase has the pattern, in which any white space is between its words, and so has a word with several spellings. */
  | { kind: 'text'; text: string; pattern?: RegExp; umlauts?: PossibleUmlauts }
  /** A whole number, or the last digits of one if there are four or more, with any separators between its digits. */
  | { kind: 'number'; pattern: RegExp; digits: string };

type TextTerm = Extract<QueryTerm, { kind: 'text' }>;

/** A term that texts can have with umlauts, or with two letters for each. */
interface PossibleUmlauts {
  /** The spellings of the term in the folded texts that have it. */
  spellings: readonly string[];
  pattern: RegExp;
}

/**
 * Returns the term of a normalized text.
 * @param writtenOut the text with two letters for each umlaut, normalized.
 */
export function textTerm(text: string, writtenOut: string): TextTerm {
  const { own, folded } = spellingsOf(text, writtenOut);
  return {
    kind: 'text',
    text,
    ...(text.includes(' ') || own.length > 1 ? { pattern: patternOf(own) } : {}),
    ...(folded.length > 1 ? { umlauts: { spellings: folded, pattern: patternOf(folded) } } : {}),
  };
}

/** Returns a pattern that finds the words of a text, each in any of its spellings, with any white space between them. */
function patternOf(spellings: readonly string[]): RegExp {
  const words = zipSpellings(spellings.map((text) => text.split(' ')));
  return new RegExp(words.map((word) => `(?:${[...new Set(word)].map(escapePattern).join('|')})`).join('\\s+'), 'u');
}

/** Returns the source of a pattern that finds these words, each as it is, with any white space between them. */
export const sourceOfWords = (words: readonly string[]): string => words.map(escapePattern).join('\\s+');

/** Returns the source of a pattern that finds a term in a normalized text. */
export const sourceOfTerm = (term: QueryTerm): string =>
  term.kind === 'number' ? term.pattern.source : (term.pattern?.source ?? escapePattern(term.text));

/** Returns the spellings that a term has in folded texts. */
export const foldedSpellings = ({ text, umlauts }: TextTerm): readonly string[] => umlauts?.spellings ?? [text];

/**
 * Returns the index of a term in a normalized text; -1 if it does not occur.
 * @param writtenOut returns the normalized text with two letters for each umlaut; absent if it has none.
 */
export function indexOfTerm(normalized: string, term: QueryTerm, writtenOut?: () => string): number {
  if (term.kind === 'number') return normalized.search(term.pattern);
  const index = term.pattern ? normalized.search(term.pattern) : normalized.indexOf(term.text);
  if (index >= 0 || !term.umlauts || !writtenOut) return index;
  // An index has the folded spellings only: what does not have one of them is not found without an index either.
  const folded = normalized.search(term.umlauts.pattern);
  return folded >= 0 && indexOfTerm(writtenOut(), term) >= 0 ? folded : -1;
}
