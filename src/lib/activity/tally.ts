import type { JsonObject } from '../json.ts';

/** A value by which records are grouped. */
export interface GroupKey {
  /** Equal for the records of one group. Groups that are ordered by key are in text order; empty: the value is not stated. */
  key: string;
  /** The fields that show the value in an answer. */
  fields: JsonObject;
}

/** Adds up what an answer shows of the records of a group. */
export interface Sums<T, S> {
  empty(): S;
  add(sums: S, record: T): void;
  /** Adds the sums of another group. */
  merge(sums: S, others: S): void;
}

export interface Group<S> {
  keys: GroupKey[];
  sums: S;
}

interface Tally<S> {
  total: S;
  groups: Group<S>[];
}

/**
 * Counts records one by one, in any order: in total, and in groups of those that have equal keys in every grouping. Holds one
 * entry for each group, none for a record.
 * @param groupings may be empty: then there are no groups.
 * @param timeOf text that orders records by time. A group shows the fields of its last record, because names change; without
 * it, those of the first record that was added.
 */
export function createTally<T, S>(
  groupings: readonly ((record: T) => GroupKey)[],
  sums: Sums<T, S>,
  timeOf?: (record: T) => string,
) {
  const total = sums.empty();
  const groups = new Map<string, Group<S> & { last: string }>();
  return {
    add(record: T): void {
      sums.add(total, record);
      if (groupings.length === 0) return;
      const keys = groupings.map((keyOf) => keyOf(record));
      const identity = JSON.stringify(keys.map(({ key }) => key));
      // Records of one time are compared by what they show, so that the order of reading does not matter.
      const last = timeOf ? JSON.stringify([timeOf(record), keys.map(({ fields }) => fields)]) : '';
      const group = groups.get(identity) ?? { keys, sums: sums.empty(), last };
      groups.set(identity, group);
      if (last > group.last) Object.assign(group, { keys, last });
      sums.add(group.sums, record);
    },
    result: (): Tally<S> => ({ total, groups: [...groups.values()] }),
  };
}
