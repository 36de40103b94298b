import { memoize } from '../concurrency/lazy.ts';
import { findRuns, type Run } from '../redaction/runs.ts';
import { mayHaveSpokenNumber } from '../redaction/tokens.ts';
import { indexOfTerm, type QueryTerm } from './query-term.ts';
import { writeOut } from './spellings.ts';
import { createMatcher, createTermTest, normalizeText, parseQuery } from './text-search.ts';

/** Fewer digits that are spelled out are a count or a time, not a number that a search means. */
const MIN_SPOKEN_DIGITS = 4;

/** Returns the numbers that a text spells out, as digits: "two oh one, five five five". */
export const spokenNumbers = (text: string): string[] =>
  mayHaveSpokenNumber(text)
    ? findRuns(text)
        .filter(isSpoken)
        .map(({ digits }) => digits)
    : [];

const isSpoken = ({ digits, pieces }: Run) =>
  digits.length >= MIN_SPOKEN_DIGITS && pieces.some((piece) => piece.digits !== '' && !piece.isWritten);

/** Returns the digits of a text that is nothing but one number, spelled out; undefined for any other text. */
export function spelledNumber(text: string): string | undefined {
  const [run, ...others] = findRuns(text);
  if (!run || others.length > 0 || run.hasLetters || !isSpoken(run)) return undefined;
  return text.slice(0, run.start).trim() === '' && text.slice(run.end).trim() === '' ? run.digits : undefined;
}

/** Returns what a text must have that matches a query. */
export const queryTerms = (query: string): QueryTerm[] => parseQuery(spelledNumber(query) ?? query);

/**
 * Returns a predicate that is true if every term of a query occurs in the texts together, or in one of the others, each by
 * itself; numbers in digits or spelled out.
 */
export const createQueryMatcher = (query: string): ReturnType<typeof createMatcher> =>
  createMatcher(spelledNumber(query) ?? query, spokenNumbers);

/** Returns true if all terms occur in a text. */
export const hasTerms = (text: string, terms: readonly QueryTerm[]): boolean =>
  terms.every(createTermTest(text, spokenNumbers));

/** Finds the terms of a query in texts. */
export interface TermFinder {
  terms: readonly QueryTerm[];
  /**
   * Returns the terms that occur in a text, each with its index, which is exact for text that is plain ASCII.
   * @param wanted those that are searched; default: all.
   */
  find(text: string, wanted?: readonly QueryTerm[]): ReadonlyMap<QueryTerm, number>;
  /** Finds those of the terms that are written in a text as they are, which takes much less time than numbers that it spells out. */
  findWritten(text: string, wanted: readonly QueryTerm[]): ReadonlyMap<QueryTerm, number>;
}

const HYPHENATED = /\p{L}[-‐‑‒–—―−־]\p{L}/u;

/** Returns the hyphenated words of a text, which are also found as one word, with what stands next to them. */
export function hyphenatedWords(text: string): RegExpMatchArray[] {
  if (!HYPHENATED.test(text)) return [];
  // One expression for both would compare the rest of a long word at each of its characters.
  return [...text.matchAll(/\S+/gu)].filter(([word]) => HYPHENATED.test(word));
}

/** Creates a finder by the rules of all searches: numbers in digits or spelled out, and hyphenated names also as one word. */
export function createTermFinder(query: string): TermFinder {
  const terms = queryTerms(query);
  return {
    terms,
    findWritten,
    find(text, wanted = terms) {
      const found = findWritten(text, wanted);
      for (const term of wanted) {
        if (found.has(term)) continue;
        const index = term.kind === 'text' ? indexOfHyphenated(text, term) : indexOfSpoken(text, term);
        if (index >= 0) found.set(term, index);
      }
      return found;
    },
  };
}

function findWritten(text: string, wanted: readonly QueryTerm[]): Map<QueryTerm, number> {
  const normalized = normalizeText(text);
  const writtenOut = memoize(() => normalizeText(writeOut(text)));
  const found = new Map<QueryTerm, number>();
  for (const term of wanted) {
    const index = indexOfTerm(normalized, term, writtenOut);
    if (index >= 0) found.set(term, index);
  }
  return found;
}

/** Returns the index of a hyphenated word that has the term if it is written as one word; -1 if there is none. */
function indexOfHyphenated(text: string, term: QueryTerm): number {
  return hyphenatedWords(text).find(([word]) => createTermTest(word)(term))?.index ?? -1;
}

function indexOfSpoken(text: string, { digits, pattern }: Extract<QueryTerm, { kind: 'number' }>): number {
  if (digits.length < MIN_SPOKEN_DIGITS || !mayHaveSpokenNumber(text)) return -1;
  return findRuns(text).find((run) => isSpoken(run) && pattern.test(run.digits))?.start ?? -1;
}
