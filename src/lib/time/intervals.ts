/** A time interval in milliseconds since the epoch; `end` is exclusive. */
export interface Interval {
  start: number;
  end: number;
}

/** Merges intervals that overlap or touch. The result is sorted. */
export function mergeIntervals(intervals: readonly Interval[]): Interval[] {
  const result: Interval[] = [];
  for (const { start, end } of [...intervals].sort((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else result.push({ start, end });
  }
  return result;
}

/** Returns whether an interval overlaps none of `others`, which must be sorted and merged (binary search). */
export function isDisjoint({ start, end }: Interval, others: readonly Interval[]): boolean {
  let [low, high] = [0, others.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((others[middle] as Interval).end <= start) low = middle + 1;
    else high = middle;
  }
  return (others[low]?.start ?? Number.POSITIVE_INFINITY) >= end;
}

/** Returns a time of the platform in milliseconds since the epoch; undefined if it is absent or malformed. */
export function epochMs(text: string | null | undefined): number | undefined {
  const ms = text ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

/** Returns a time of the platform in UTC, ISO 8601 with milliseconds: in this form, text order is chronological order. */
export function utcInstant(text: string | null | undefined): string | undefined {
  const ms = epochMs(text);
  return ms === undefined ? undefined : new Date(ms).toISOString();
}
