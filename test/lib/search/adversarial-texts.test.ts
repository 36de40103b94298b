import { expect, it } from 'vitest';
import { sequenceWords } from '../../../src/lib/search/sequences.ts';
import { createTermFinder } from '../../../src/lib/search/terms.ts';
import { indexWords } from '../../../src/lib/search/words.ts';

/** Texts of callers: one long word, and what nearly is a hyphenated word or a number. */
const PARTS = 'x|1|-|x-|x- |é|ü-|預|e\u0301|x1|1 |1-|+1|(1|one |one-|double |twenty-|hundred | dash |x@|.|\n|'.split(
  '|',
);

// Quadratic time would take minutes.
it('texts of 100,000 characters are indexed and searched in linear time', { timeout: 60_000 }, () => {
  const finder = createTermFinder('"call you back" 5559876543 annalena');
  for (const part of PARTS) {
    const text = (part || ' ').repeat(100_000 / (part.length || 1));
    sequenceWords([text], 'all');
    indexWords([text]);
    expect(finder.find(text).size, JSON.stringify(part)).toBe(0);
  }
});
