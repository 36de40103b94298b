import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../src/lib/redaction/languages/index.ts';
import { findRuns } from '../../../src/lib/redaction/runs.ts';
import { mayHaveSpokenNumber } from '../../../src/lib/redaction/tokens.ts';
import { createTermFinder } from '../../../src/lib/search/terms.ts';

/** Words for numbers in all languages, some of which are written together, and what stands next to them. */
const WORDS = [
  ...LANGUAGES.flatMap(({ units, teens, tens }) => `${units} ${teens} ${tens}`.split(' ')),
  ...'einundzwanzig fünfundfünfzig zweihundertzehn hundertdrei neunhundertneunundneunzig'.split(' '),
  ...'veintidós treintaiuno noventaicinco ventuno trentotto novantanove cento duecentotrenta'.split(' '),
  ...['quatre-vingt', 'hundred', 'cien', 'double', 'triple', "it's", "o'clock", 'call', 'und', 'centre', 'FIVE', '2'],
];
const text = fc
  .array(fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(' ', ' ', ', ', '\n', "'", '-', '')), {
    minLength: 1,
    maxLength: 12,
  })
  .map((parts) => parts.flat().join(''));

describe('a number that a text spells out', () => {
  it('never escapes the quick look for such numbers', () => {
    let spelled = 0;
    const check = (whole: string) => {
      const isSpelled = findRuns(whole).some(({ pieces }) => pieces.some((piece) => !piece.isWritten && piece.digits));
      if (!isSpelled) return;
      spelled++;
      expect(mayHaveSpokenNumber(whole), whole).toBe(true);
    };
    fc.assert(fc.property(text, check), { numRuns: 3_000 });
    for (const word of WORDS) check(`${word} ${word} ${word} ${word}`);
    expect(spelled).toBeGreaterThan(1_000);
  });

  it('a number in words matches a search for its digits', () => {
    const { terms, find, findWritten } = createTermFinder('5550150');
    const spelled = 'my number is five five five oh one five oh';
    expect(findWritten(spelled, terms).size).toBe(0);
    expect(find(spelled).size).toBe(1);
    expect(findWritten('my number is 555-0150', terms).size).toBe(1);
    expect(find('my number is five five five oh one five one').size).toBe(0);
  });
});
