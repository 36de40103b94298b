import { expect, it } from 'vitest';
import * as z from 'zod';
import type { JsonObject } from '../../src/lib/json.ts';
import type { ToolServices } from '../../src/tools/core/context.ts';
import { sanitizeAnswer } from '../../src/tools/output/sanitize.ts';
import { fitToTokenBudget } from '../../src/tools/output/token-budget.ts';

/** What is known about an answer that was bounded before, and how to get the rest. */
type Before = Parameters<typeof fitToTokenBudget>[2];
type Rest = Parameters<typeof fitToTokenBudget>[3];

function omittedFrom(answer: JsonObject, maxTokens: number, before?: Before, rest?: Rest): unknown {
  const work = fitToTokenBudget(answer, maxTokens, before, rest);
  for (;;) {
    const step = work.next();
    if (step.done) return step.value.omitted;
  }
}

it('an answer says what was left out of it before it was fitted into the token budget', () => {
  const items = Array.from({ length: 4 }, (_, index) => ({ id: `bk_${index}`, notes: 'x'.repeat(400) }));
  const before: Before = { lengths: { items: 9 }, texts: true, entries: true, undocumented: true };
  expect(omittedFrom({ items }, 8_000, before, { textAdvice: 'get_booking has the whole' })).toBe(
    'Long texts were shortened (…): get_booking has the whole. Long lists in records were shortened. Undocumented fields were left out. The last 5 of 9 items.',
  );
  expect(omittedFrom({ items }, 8_000)).toBeUndefined();
});

it('an answer says only what was left out of the records that it shows', () => {
  const short = Array.from({ length: 100 }, (_, index) => ({ id: `bk_${index}`, notes: 'by telephone' }));
  expect(omittedFrom({ items: short }, 1_000)).toMatch(/^The last \d+ of 100 items\.$/);
  const last = { id: 'bk_100', notes: 'x'.repeat(400), other_fields: { colour: 'red' } };
  expect(omittedFrom({ items: [...short, last] }, 1_000)).toMatch(/^The last \d+ of 101 items\.$/);
  expect(omittedFrom({ items: [last, ...short] }, 1_000)).toMatch(
    /^Long texts were shortened \(…\)\. Undocumented fields were left out\. The last \d+ of 101 items\.$/,
  );
});

it('an answer counts also the records that the platform did not send', async () => {
  const schema = z.object({ affected: z.array(z.object({ id: z.string() })), total: z.int() });
  const tool = { cutAdvice: { affected: 'ask for fewer days' }, listTotals: { affected: 'total' } };
  const affected = Array.from({ length: 100 }, (_, index) => ({ id: `bk_${index}` }));
  const answer = (total: number, maxTokens: number) => {
    const settings = { maxTokens, redact: 'off' };
    const context = { settings, offered: [], hidden: [] } as unknown as ToolServices;
    return sanitizeAnswer(schema, { affected, total }, context, tool);
  };
  expect((await answer(116, 8_000)).omitted).toBe('The last 16 of 116 affected: ask for fewer days.');
  expect((await answer(100, 8_000)).omitted).toBeUndefined();
  const { affected: shown, omitted } = await answer(116, 300);
  expect(omitted).toBe(`The last ${116 - (shown as unknown[]).length} of 116 affected: ask for fewer days.`);
});
