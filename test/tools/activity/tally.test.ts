import { describe, expect, it } from 'vitest';
import { addPrice, currenciesOf, mergeAmounts, presentAmounts } from '../../../src/lib/activity/money.ts';
import { selectGroups } from '../../../src/lib/activity/select-groups.ts';
import { createTally, type Sums } from '../../../src/lib/activity/tally.ts';

interface Item {
  at: string;
  color: string;
  shown?: string;
  size: number;
}
const SUMS: Sums<Item, { count: number; size: number }> = {
  empty: () => ({ count: 0, size: 0 }),
  add(sums, { size }) {
    sums.count++;
    sums.size += size;
  },
  merge(sums, others) {
    sums.count += others.count;
    sums.size += others.size;
  },
};
const byColor = ({ color, shown = color }: Item) => ({ key: color, fields: { color: shown } });
const bySize = ({ size }: Item) => ({ key: String(size), fields: { size } });

function tallied(items: readonly Item[], groupings = [byColor]) {
  const tally = createTally<Item, { count: number; size: number }>(groupings, SUMS, ({ at }) => at);
  for (const item of items) tally.add(item);
  return tally.result();
}

describe('tally', () => {
  it('counts in total and by the combination of two keys', () => {
    const { total, groups } = tallied(
      [
        { at: '1', color: 'red', size: 1 },
        { at: '2', color: 'red', size: 2 },
        { at: '3', color: 'red', size: 2 },
        { at: '4', color: 'blue', size: 2 },
      ],
      [byColor, bySize] as never,
    );
    expect(total).toEqual({ count: 4, size: 7 });
    expect(groups.map(({ keys, sums }) => [...keys.map(({ key }) => key), sums.count])).toEqual([
      ['red', '1', 1],
      ['red', '2', 2],
      ['blue', '2', 1],
    ]);
  });

  it('keeps combinations of keys apart that would be equal when joined', () => {
    const byShown = ({ shown = '' }: Item) => ({ key: shown, fields: {} });
    const { groups } = tallied(
      [
        { at: '', color: 'a b', shown: 'c', size: 0 },
        { at: '', color: 'a', shown: 'b c', size: 0 },
      ],
      [byColor, byShown] as never,
    );
    expect(groups.map(({ sums }) => sums.count)).toEqual([1, 1]);
  });

  it('shows the fields of the latest record of a group, in whichever order records are read', () => {
    const items = [
      { at: '1', color: 'red', shown: 'Old name', size: 1 },
      { at: '2', color: 'red', shown: 'New name', size: 1 },
      { at: '2', color: 'red', shown: 'Another name', size: 1 },
    ];
    const shown = (order: readonly Item[]) => tallied(order).groups[0]?.keys[0]?.fields;
    expect(shown(items)).toEqual({ color: 'New name' });
    expect(shown([...items].reverse())).toEqual({ color: 'New name' });
  });

  it('has no groups without groupings', () => {
    expect(tallied([{ at: '1', color: 'red', size: 1 }], [])).toEqual({ total: { count: 1, size: 1 }, groups: [] });
  });
});

describe('selection of groups', () => {
  const group = (key: string, count: number, size = 0) => ({ keys: [{ key, fields: {} }], sums: { count, size } });
  const groups = [group('', 9), group('b', 2, 7), group('a', 2, 1), group('c', 5), group('d', 1, 3)];
  const select = (limit: number, isByKey: boolean, measure: 'count' | 'size' = 'count') => {
    const { shown, other } = selectGroups(groups, { limit, isByKey, measure: (sums) => sums[measure] }, SUMS);
    return { shown: shown.map(({ keys }) => keys[0]?.key), other };
  };

  it('takes the largest groups and sums up the others', () => {
    expect(select(2, false)).toEqual({ shown: ['', 'c'], other: { groups: 3, sums: { count: 5, size: 11 } } });
    expect(select(2, false, 'size')).toEqual({ shown: ['b', 'd'], other: { groups: 3, sums: { count: 16, size: 1 } } });
  });

  it('orders equal groups by key, and a value that is not stated last', () => {
    expect(select(9, false)).toEqual({ shown: ['', 'c', 'a', 'b', 'd'], other: undefined });
    expect(select(9, true)).toEqual({ shown: ['a', 'b', 'c', 'd', ''], other: undefined });
  });

  it('selects by size before it orders by key', () => {
    expect(select(3, true)).toEqual({ shown: ['a', 'c', ''], other: { groups: 2, sums: { count: 3, size: 10 } } });
  });
});

describe('amounts', () => {
  it('amounts are one number in one currency, and apart in several', () => {
    const amounts = new Map();
    addPrice(amounts, { cents: 100, currency: 'USD' });
    expect(presentAmounts(amounts, ['USD'])).toEqual({ value_cents: 100 });
    expect(presentAmounts(new Map(), ['USD'])).toEqual({ value_cents: 0 });
    expect(presentAmounts(amounts, [])).toEqual({});
    addPrice(amounts, { cents: 5, currency: 'EUR' });
    addPrice(amounts, { cents: 7, currency: 'EUR' });
    addPrice(amounts, { cents: 3, currency: '' });
    expect(currenciesOf(amounts)).toEqual(['EUR', '', 'USD']);
    expect(presentAmounts(amounts, currenciesOf(amounts))).toEqual({
      values: [{ currency: 'EUR', value_cents: 12 }, { value_cents: 3 }, { currency: 'USD', value_cents: 100 }],
    });
  });

  it('amounts of two groups add up by currency', () => {
    const one = new Map([['USD', { cents: 100, count: 1 }]]);
    mergeAmounts(
      one,
      new Map([
        ['USD', { cents: 50, count: 2 }],
        ['EUR', { cents: 1, count: 1 }],
      ]),
    );
    expect([...one]).toEqual([
      ['USD', { cents: 150, count: 3 }],
      ['EUR', { cents: 1, count: 1 }],
    ]);
  });
});
