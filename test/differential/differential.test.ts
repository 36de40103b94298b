import { describe, expect, it } from 'vitest';
import { randomExamples } from '../support/engines.ts';
import { SEARCHING } from './arrangement.ts';
import { describeDifference, differingFields } from './compare.ts';
import { runDifferential } from './run.ts';

const ALL = [
  'find_follow_ups',
  'list_bookings',
  'list_calls',
  'list_contacts',
  'lookup_caller',
  'search_calls',
  'summarize_activity',
];

const CALLS = randomExamples(160);

describe('questions have the same answers from extensions of the platform as from reading all records', {
  timeout: 120_000,
}, () => {
  it('a caller who may read everything gets the same answers', async () => {
    const { differences, calls, refused, used } = await runDifferential({ seed: 0, calls: CALLS, maxAnswers: 6 });
    expect(differences.map(describeDifference).join('\n\n')).toBe('');
    expect(Object.keys(calls).sort()).toEqual(ALL);
    expect(used).toEqual([SEARCHING, []]);
    // Calls that are all refused would be the same too.
    expect(refused).toBeLessThan(CALLS * 0.375);
  });

  it('a caller who may not read contacts gets the same answers', async () => {
    const { differences, calls, caller } = await runDifferential({ seed: 1, calls: 40, maxAnswers: 3 });
    expect(caller).toBe('has a key that may not read contacts');
    expect(differences.map(describeDifference).join('\n\n')).toBe('');
    expect(Object.keys(calls).sort()).toEqual(ALL);
  });
});

it('the comparison finds a record that is missing, one that is elsewhere, and a field that differs', () => {
  const items = [
    { id: 'bk_1', notes: '' },
    { id: 'bk_2', notes: '' },
  ];
  const paths = (other: object) => differingFields({ items, total: 2 }, other).map(({ path }) => path);
  expect(paths({ items, total: 2 })).toEqual([]);
  expect(paths({ items, total: null })).toEqual([]);
  expect(paths({ items, total: 3 })).toEqual(['total']);
  expect(paths({ items: items.slice(1), total: 2 })).toEqual(['items.0.id', 'items.1']);
  expect(paths({ items: items.toReversed(), total: 2 })).toEqual(['items.0.id', 'items.1.id']);
  expect(paths({ items: [items[0], { id: 'bk_2', notes: 'First visit' }], total: 2 })).toEqual(['items.1.notes']);
});
