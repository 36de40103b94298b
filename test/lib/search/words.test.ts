import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createQueryMatcher, createTermFinder } from '../../../src/lib/search/terms.ts';
import { type WordPattern, wordPatterns } from '../../../src/lib/search/word-query.ts';
import { ANY_WORD, idWord, indexWords, listedWord, withoutMark } from '../../../src/lib/search/words.ts';
import { searched, text } from './support/searched-texts.ts';

const COMPARE: Record<WordPattern['kind'], (word: string, text: string) => boolean> = {
  exact: (word, text) => word === text,
  prefix: (word, text) => word.startsWith(text),
  suffix: (word, text) => word.endsWith(text),
  infix: (word, text) => word.includes(text),
};

/** Whether the index selects a text for a query. */
const selects = (words: readonly string[], groups: readonly (readonly WordPattern[])[]) =>
  groups.every((group) =>
    group.some(({ kind, text }) => words.some((word) => word === ANY_WORD || COMPARE[kind](word, text))),
  );

const RUNS = { numRuns: 1_000 };

describe('the words of a text', () => {
  it('match each query that finds the text', () => {
    let found = 0;
    const check = (whole: string, query: string) => {
      const patterns = wordPatterns(createTermFinder(query).terms);
      if (createQueryMatcher(query)([whole])) {
        found++;
        expect(selects(indexWords([whole]), patterns), JSON.stringify({ whole, query, patterns })).toBe(true);
      }
      const { terms, find } = createTermFinder(query);
      for (const term of find(whole).keys())
        expect(selects(indexWords([whole]), wordPatterns([term])), JSON.stringify({ whole, term })).toBe(true);
      return terms.length;
    };
    fc.assert(
      fc.property(searched, ({ whole, query }) => void check(whole, query)),
      RUNS,
    );
    fc.assert(
      fc.property(text, text, (whole, query) => void check(whole, query)),
      RUNS,
    );
    expect(found).toBeGreaterThan(RUNS.numRuns / 2);
  });

  it('indexed words select the texts that a search can find', () => {
    const words = indexWords(['I need a cleaning on Monday, my number is 303-555-0150.']);
    const isSelected = (query: string) => selects(words, wordPatterns(createTermFinder(query).terms));
    for (const query of ['clean', '"cleaning on"', '0150', '(303) 555-0150', 'MONDAY number'])
      expect(isSelected(query), query).toBe(true);
    for (const query of ['cleanings', '"cleaning of"', '0151', '5550', 'Monday filling', '30'])
      expect(isSelected(query), query).toBe(false);
  });

  it('have the digits of a number that is spelled out', () => {
    const words = indexWords(['my number is five five five oh one five oh']);
    expect(selects(words, wordPatterns(createTermFinder('5550150').terms))).toBe(true);
    expect(selects(words, wordPatterns(createTermFinder('5550151').terms))).toBe(false);
  });

  it('stay few however long and odd a text is', () => {
    const random = Array.from({ length: 60_000 }, (_, index) => index.toString(36).padStart(5, 'q')).join(' ');
    expect(indexWords([random])).toEqual([ANY_WORD]);
    expect(indexWords(['y'.repeat(100_000)])).toEqual([ANY_WORD]);
    expect(indexWords(['7'.repeat(100_000)]).length).toBeLessThan(10);
  });
});

describe('an index', () => {
  it('has the same word for an id in each case of letters, without spaces and quotation marks, and none of a text', () => {
    expect(idWord('svc_Deep Clean\'"')).toBe('=*svc=deep=clean==');
    expect(idWord('\0\ud800')).toBe('=*==');
    expect(idWord('é'.repeat(500)).length).toBeLessThan(100);
    expect(indexWords(['svc_1 =*svc=1 *svc'])).not.toContain(idWord('svc_1'));
  });

  it('marks the words of a text in lists, which no text has by itself', () => {
    for (const word of ['crown', '#0150', '=12', ANY_WORD]) expect(withoutMark(listedWord(word))).toBe(word);
    expect(indexWords(['*crown'])).toEqual(['crown']);
  });
});
