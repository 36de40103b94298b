import { expect, it } from 'vitest';
import { quoted, say, trusted } from '../../src/lib/text/sentence.ts';
import { boundAnswer } from '../../src/tools/output/bound.ts';
import { MIN_TEXT_LENGTH } from '../../src/tools/output/token-budget.ts';

it('an answer that may fit the token budget is not bounded', () => {
  const data = { items: [{ id: 'bk_1', notes: 'x'.repeat(1_000) }] };
  expect(boundAnswer(data, 8_000)).toEqual({
    data,
    maxTextLength: Number.POSITIVE_INFINITY,
    omitted: { lengths: {} },
  });
});

it('texts of an answer are not cut below the shortest length that an answer shows', () => {
  const items = Array.from({ length: 5_000 }, (_, index) => ({ id: `bk_${index}`, notes: 'x'.repeat(3_000) }));
  const { data, maxTextLength, omitted } = boundAnswer({ items }, 100);
  // Twice, because cleaning and masking shorten texts, and the length of what a cut may divide.
  expect(maxTextLength).toBeGreaterThanOrEqual(2 * MIN_TEXT_LENGTH + 300);
  expect(omitted.lengths).toEqual({ items: 5_000 });
  expect((data.items as unknown[]).length).toBeLessThan(50);
});

it('sentences of an answer are kept, and count with their length', () => {
  const assumptions = [say`Open ${quoted('x'.repeat(200), 200)}.`];
  const free = Array.from({ length: 5_000 }, (_, index) => ({ index, range: trusted('10:00 to 12:00') }));
  const { data } = boundAnswer({ assumptions, free }, 100);
  expect((data.assumptions as unknown[])[0]).toBe(assumptions[0]);
  expect((data.free as typeof free)[0]?.range).toBe(free[0]?.range);
  expect(boundAnswer({ assumptions: Array(100).fill(assumptions[0]) }, 100).omitted.lengths).toEqual({
    assumptions: 100,
  });
});

it('an answer that is bounded does not say that fields were left out which no record has', () => {
  const items = (more: object) => Array.from({ length: 5_000 }, (_, index) => ({ id: `bk_${index}`, ...more }));
  expect(boundAnswer({ items: items({}) }, 100).omitted).toEqual({ lengths: { items: 5_000 } });
  const other_fields = { colour: 'red' };
  expect(boundAnswer({ items: items({ other_fields }) }, 100).omitted).toMatchObject({ undocumented: true });
});

it('lists in the records of an answer are cut, and all else in them is kept', () => {
  const tags = Array.from({ length: 5_000 }, (_, index) => `tag ${index}`);
  const record = { id: 'bk_1', notes: null, duration: 30, is_new: true, detail: { tags, source: null } };
  const cut = { ...record, detail: { tags: tags.slice(0, 60), source: null } };
  const { data, omitted } = boundAnswer({ items: [record], booking: record, page: 1 }, 100);
  expect(data).toEqual({ items: [cut], booking: cut, page: 1 });
  expect(omitted).toEqual({ entries: true, lengths: {} });
});
