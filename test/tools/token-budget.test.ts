import { expect, it } from 'vitest';
import type { JsonObject } from '../../src/lib/json.ts';
import { fitToTokenBudget } from '../../src/tools/output/token-budget.ts';

/** What is known about an answer that was bounded before. */
type Before = Parameters<typeof fitToTokenBudget>[2];

function omittedFrom(answer: JsonObject, maxTokens: number, before?: Before): unknown {
  const work = fitToTokenBudget(answer, maxTokens, before);
  for (;;) {
    const step = work.next();
    if (step.done) return step.value.omitted;
  }
}

it('an answer says what was left out of it before it was fitted into the token budget', () => {
  const items = Array.from({ length: 4 }, (_, index) => ({ id: `bk_${index}`, notes: 'x'.repeat(400) }));
  const before: Before = { lengths: { items: 9 }, texts: true, entries: true, undocumented: true };
  expect(omittedFrom({ items }, 8_000, before)).toBe(
    'Long texts were shortened (…): read the single record for the whole. Long lists in records were shortened. Undocumented fields were left out. The last 5 of 9 items.',
  );
  expect(omittedFrom({ items }, 8_000)).toBeUndefined();
});
