import type { Group, GroupKey, Sums } from './tally.ts';

export interface Selection<S> {
  shown: Group<S>[];
  /** The groups that are not shown, summed up; undefined if all are. */
  other: { groups: number; sums: S } | undefined;
}

/** A group with its measure. */
export interface Ranked<S> {
  group: Group<S>;
  value: number;
}

/** Puts the largest measure first, equal ones in the order of keys. */
export const compareRanked = <S>(a: Ranked<S>, b: Ranked<S>): number =>
  b.value - a.value || compareKeys(a.group.keys, b.group.keys);

/**
 * Selects the groups with the largest measure, and sums up the others. Equal measures are in the order of keys.
 * @param isByKey true: the selected groups are in the order of their keys.
 */
export function selectGroups<S>(
  groups: readonly Group<S>[],
  { limit, measure, isByKey }: { limit: number; measure: (sums: S) => number; isByKey: boolean },
  { empty, merge }: Pick<Sums<never, S>, 'empty' | 'merge'>,
): Selection<S> {
  const ranked = groups
    .map((group) => ({ group, value: measure(group.sums) }))
    .sort(compareRanked)
    .map(({ group }) => group);
  const shown = ranked.slice(0, limit);
  if (isByKey) shown.sort((a, b) => compareKeys(a.keys, b.keys));
  const rest = ranked.slice(limit);
  if (rest.length === 0) return { shown, other: undefined };
  const sums = empty();
  for (const group of rest) merge(sums, group.sums);
  return { shown, other: { groups: rest.length, sums } };
}

/** Values that are not stated come last. */
function compareKeys(a: readonly GroupKey[], b: readonly GroupKey[]): number {
  for (const [index, { key }] of a.entries()) {
    const other = b[index]?.key ?? '';
    if (key === other) continue;
    if (key === '' || other === '') return key === '' ? 1 : -1;
    return key < other ? -1 : 1;
  }
  return 0;
}
