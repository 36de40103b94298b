import fc from 'fast-check';
import { expect, it } from 'vitest';
import { estimateTokens, fitToTokenBudget } from '../../src/tools/output/token-budget.ts';

/** Most answers are far below the limit and are not written out to see that: what is left whole must really fit. */
it('leaves an answer whole only where it fits', () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('\u001f', '\ud800', '"', '字') }),
  );
  const data = fc.dictionary(
    text,
    fc.oneof(fc.jsonValue({ maxDepth: 4 }), text, fc.double({ noNaN: true, noDefaultInfinity: true })),
  );
  fc.assert(
    fc.property(data, fc.integer({ min: 100, max: 2_000 }), (answer, most) => {
      if (fitToTokenBudget(answer, most) === answer) expect(estimateTokens(answer)).toBeLessThanOrEqual(most * 0.97);
    }),
    { numRuns: 3_000 },
  );
});
