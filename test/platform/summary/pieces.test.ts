import { expect, it } from 'vitest';
import { forEachPiece } from '../../../src/platform/store/summary/pieces.ts';

it('a window is read in pieces that begin and end at whole milliseconds, as PostgreSQL requires', async () => {
  const window = { start: Date.UTC(2199, 0, 1), end: Date.UTC(2199, 11, 31) };
  const ends: number[] = [window.start];
  let count = 6_001;
  await forEachPiece(
    window,
    { zone: 'UTC', buckets: { unitMs: 0, cycle: 0, isByMonth: false } },
    async ({ from, to }) => {
      expect(from).toBe(ends.at(-1));
      ends.push(to);
      count += 1_003;
      return count;
    },
  );
  expect(ends.length).toBeGreaterThan(5);
  expect(ends.at(-1)).toBe(window.end);
  expect(ends.filter((end) => !Number.isInteger(end))).toEqual([]);
});
