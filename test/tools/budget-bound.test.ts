import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonObject } from '../../src/lib/json.ts';
import { estimateTokens, fitToTokenBudget } from '../../src/tools/output/token-budget.ts';

function fitAtOnce(answer: JsonObject, maxTokens: number): JsonObject {
  const work = fitToTokenBudget(answer, maxTokens);
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** The fast path estimates an upper bound without serializing the answer: an unchanged answer must really fit. */
it('fitToTokenBudget returns an answer unchanged only if it fits the budget', () => {
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
    fc.property(data, fc.integer({ min: 100, max: 2_000 }), (answer, maxTokens) => {
      if (fitAtOnce(answer, maxTokens) === answer) expect(estimateTokens(answer)).toBeLessThanOrEqual(maxTokens * 0.97);
    }),
    { numRuns: 3_000 },
  );
});
