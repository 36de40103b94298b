import type { Interval } from './intervals.ts';

/** Returns what intervals have of others. */
export function common(intervals: readonly Interval[], others: readonly Interval[]): Interval[] {
  return intervals.flatMap((one) =>
    others.flatMap((other) => {
      const [start, end] = [Math.max(one.start, other.start), Math.min(one.end, other.end)];
      return start < end ? [{ start, end }] : [];
    }),
  );
}

/** Returns what intervals have of another one. */
export const within = (intervals: readonly Interval[], one: Interval): Interval[] => common(intervals, [one]);

/** Returns intervals without what others take of them. */
export function without(intervals: readonly Interval[], removed: readonly Interval[]): Interval[] {
  return removed.reduce<Interval[]>(
    (rest, gap) =>
      rest.flatMap(({ start, end }) =>
        [
          { start, end: Math.min(end, gap.start) },
          { start: Math.max(start, gap.end), end },
        ].filter((part) => part.start < part.end),
      ),
    [...intervals],
  );
}
