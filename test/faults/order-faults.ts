/** A reported change of one field. Values are unique for each field of a record, except for `cancelled`. */
export interface Change {
  /** The tool and the field. */
  kind: string;
  record: string;
  field: string;
  value: string;
  /** When it was requested, and when its outcome was reported (infinity if it was not), on one monotonic clock. */
  from: number;
  until: number;
  outcome: 'done' | 'notDone' | 'unknown';
}

/** The fields of a record as an answer showed them, read at some time between `from` and `until`. */
export interface Observation {
  record: string;
  values: Record<string, string>;
  from: number;
  until: number;
}

/**
 * Checks that the changes of each field, and what was seen of it, have a serial order that agrees with the clock
 * (linearizability of a register whose values are unique). Returns a sentence for each observation that has none.
 */
export function orderFaults(changes: readonly Change[], observations: readonly Observation[]): string[] {
  const byField = new Map<string, Change[]>();
  for (const change of changes) {
    const key = `${change.record} ${change.field}`;
    byField.set(key, [...(byField.get(key) ?? []), change]);
  }
  return [...byField].flatMap(([key, ofField]) => {
    const { record, field } = ofField[0] as Change;
    const done = ofField.filter(({ outcome }) => outcome === 'done');
    return observations
      .filter((observation) => observation.record === record)
      .flatMap((observation) => {
        const fault = observationFault(observation, field, ofField, done);
        return fault ? [`${key}: ${fault}`] : [];
      });
  });
}

function observationFault(
  { values, from, until }: Observation,
  field: string,
  changes: readonly Change[],
  done: readonly Change[],
): string | undefined {
  const value = values[field];
  const sources = changes.filter((change) => change.value === value);
  if (sources.length > 0 && sources.every(({ outcome }) => outcome === 'notDone'))
    return `shows ${value}, which was reported as not done`;
  if (sources.length > 0 && sources.every((source) => source.from > until))
    return `shows ${value} before it was requested`;
  // The initial value precedes all changes.
  const sourceEnd = sources.length > 0 ? Math.max(...sources.map((source) => source.until)) : Number.NEGATIVE_INFINITY;
  // A change that was requested after the shown one was reported, and was itself reported before the read, is undone.
  const undone = done.find((change) => change.from > sourceEnd && change.until < from && change.value !== value);
  return undone && `shows ${value ?? 'no value'}, although ${undone.value} was acknowledged later`;
}
