import { compareRanked, type Ranked, type Selection } from '../../../lib/activity/select-groups.ts';
import type { Group, Sums } from '../../../lib/activity/tally.ts';
import { forEachInSlices } from '../../../lib/concurrency/slices.ts';

/** Selects the groups with the largest measure, as `selectGroups` does, in slices: there may be one for each customer. */
export async function selectFirst<S>(
  groups: readonly Group<S>[],
  { limit, measure }: { limit: number; measure: (sums: S) => number },
  { empty, merge }: Pick<Sums<never, S>, 'empty' | 'merge'>,
): Promise<Selection<S>> {
  const first: Ranked<S>[] = [];
  const rest = { groups: 0, sums: empty() };
  const leaveOut = ({ group }: Ranked<S>) => {
    rest.groups++;
    merge(rest.sums, group.sums);
  };
  await forEachInSlices(groups, (group) => {
    const ranked = { group, value: measure(group.sums) };
    const last = first.at(-1);
    if (first.length === limit && last && compareRanked(last, ranked) < 0) return leaveOut(ranked);
    const index = first.findIndex((other) => compareRanked(other, ranked) > 0);
    first.splice(index < 0 ? first.length : index, 0, ranked);
    const removed = first.length > limit ? first.pop() : undefined;
    if (removed) leaveOut(removed);
  });
  return { shown: first.map(({ group }) => group), other: rest.groups > 0 ? rest : undefined };
}
