import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareBy, numericSortKey, topN } from '../../src/tools/search/sort-key.ts';

it('topN returns the same records as a full sort', () => {
  const sortKey = fc.record({
    key: fc.constantFrom('', 'a', 'b', 'c'),
    id: fc.integer({ min: 0, max: 50 }).map(String),
  });
  fc.assert(
    fc.property(
      fc.array(sortKey, { maxLength: 60 }),
      fc.integer({ min: 1, max: 8 }),
      fc.boolean(),
      (all, limit, isAscending) => {
        const compare = compareBy(isAscending ? 'asc' : 'desc');
        const first = topN<(typeof all)[number]>(limit, compare);
        for (const one of all) first.add(one);
        expect(first.all()).toEqual([...all].sort(compare).slice(0, limit));
      },
    ),
  );
});

it('numericSortKey orders numbers as numbers, and has no key for what is no length', () => {
  const lengths = fc.oneof(
    fc.integer({ min: 0, max: 1_000_000 }).map((value) => value / 8),
    fc.maxSafeNat(),
  );
  fc.assert(
    fc.property(lengths, lengths, (a, b) => {
      const [one = '', other = ''] = [numericSortKey(a), numericSortKey(b)];
      expect(one < other).toBe(a < b);
      expect(one.length).toBe(other.length);
    }),
  );
  for (const value of [-1, Number.NaN, Number.POSITIVE_INFINITY, 1e300, null, undefined])
    expect(numericSortKey(value)).toBeUndefined();
});
