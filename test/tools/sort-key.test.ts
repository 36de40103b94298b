import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareBy, topN } from '../../src/tools/search/sort-key.ts';

it('the first of many are those that sorting everything would give', () => {
  const place = fc.record({ key: fc.constantFrom('', 'a', 'b', 'c'), id: fc.integer({ min: 0, max: 50 }).map(String) });
  fc.assert(
    fc.property(fc.array(place, { maxLength: 60 }), fc.integer({ min: 1, max: 8 }), fc.boolean(), (all, most, up) => {
      const compare = compareBy(up ? 'asc' : 'desc');
      const first = topN<(typeof all)[number]>(most, compare);
      for (const one of all) first.add(one);
      expect(first.all()).toEqual([...all].sort(compare).slice(0, most));
    }),
  );
});
