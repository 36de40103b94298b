import type { Interval } from './intervals.ts';

/** Returns what intervals have of others. */
export const common = (intervals: readonly Interval[], others: readonly Interval[]): Interval[] =>
  intervals.flatMap((one) => others.flatMap((other) => overlapOf(one, other)));

/** Returns what intervals have of another one. */
export const within = (intervals: readonly Interval[], one: Interval): Interval[] =>
  intervals.flatMap((other) => overlapOf(other, one));

/** Returns intervals without what others take of them, which are in order of their start. */
export function without(intervals: readonly Interval[], removed: readonly Interval[]): Interval[] {
  return intervals.flatMap((interval) => {
    const rest: Interval[] = [];
    let { start } = interval;
    for (const gap of removed) {
      if (gap.end <= start || gap.start >= interval.end) continue;
      if (gap.start > start) rest.push({ start, end: gap.start });
      start = Math.max(start, gap.end);
    }
    if (start < interval.end) rest.push({ start, end: interval.end });
    return rest;
  });
}

function overlapOf(one: Interval, other: Interval): Interval[] {
  const [start, end] = [Math.max(one.start, other.start), Math.min(one.end, other.end)];
  return start < end ? [{ start, end }] : [];
}
