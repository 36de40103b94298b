import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMatcher } from '../../../src/lib/search/text-search.ts';
import { NAMES, OTHER_NAMES } from '../../support/names.ts';
import { slowlyMatches } from './slow-search.ts';

const GRAPHEMES = new Intl.Segmenter();
const ALL = [...NAMES.map(([stored]) => stored), ...OTHER_NAMES];

describe('the search for a name', () => {
  it.each(NAMES.flatMap(([stored, ...writings]) => writings.map((writing) => [writing, stored] as const)))(
    '%j finds %j and no other name',
    (writing, stored) => {
      expect(ALL.filter((name) => createMatcher(writing)([name]))).toEqual([stored]);
    },
  );

  it('agrees with a slow implementation on random changes of names in twelve scripts', () => {
    const change = fc.constantFrom<(text: string) => string>(
      (text) => text,
      (text) => text.toUpperCase(),
      (text) => text.toLowerCase(),
      (text) => text.normalize('NFD'),
      (text) => text.normalize('NFKC'),
      (text) => text.replace(/\p{M}/gu, ''),
      (text) => text.normalize('NFD').replace(/\p{M}/gu, ''),
      (text) => text.replace(/[’'ʻ]/g, 'ʼ'),
      (text) => text.replace(/[’'ʻ]/g, ''),
      (text) => text.replace(/[-־]/g, ' '),
      (text) => text.replace(/[-־]/g, '‑'),
      (text) => text.replace(/[-־]/g, ''),
      (text) => text.split(' ').reverse().join(' '),
      (text) => text.split(' ')[0] as string,
      (text) =>
        Array.from(GRAPHEMES.segment(text), ({ segment }) => segment)
          .slice(1)
          .join(''),
    );
    const name = fc.constantFrom(...ALL, ...NAMES.flat());
    fc.assert(
      fc.property(name, fc.array(change, { maxLength: 4 }), name, fc.array(change, { maxLength: 2 }), (...given) => {
        const [one, changes, other, otherChanges] = given;
        const query = changes.reduce((text, apply) => apply(text), one);
        for (const stored of [one, otherChanges.reduce((text, apply) => apply(text), other)]) {
          expect(createMatcher(query)([stored]), `${query} in ${stored}`).toBe(slowlyMatches(query, stored));
        }
      }),
      { numRuns: 5_000 },
    );
  });
});
