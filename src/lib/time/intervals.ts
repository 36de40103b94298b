/** A span of time in milliseconds since the epoch; `end` is exclusive. */
export interface Interval {
  start: number;
  end: number;
}

/** The same time in as few spans as possible, in order and apart from each other. */
export function mergeIntervals(spans: readonly Interval[]): Interval[] {
  const result: Interval[] = [];
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else result.push({ start, end });
  }
  return result;
}

/** Whether a span overlaps none of others, which are in order and apart from each other. */
export function isDisjoint({ start, end }: Interval, others: readonly Interval[]): boolean {
  let [low, high] = [0, others.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((others[middle] as Interval).end <= start) low = middle + 1;
    else high = middle;
  }
  return (others[low]?.start ?? Number.POSITIVE_INFINITY) >= end;
}

/** A time of the platform in milliseconds since the epoch; undefined when there is none, or none that can be read. */
export function epochMs(text: string | null | undefined): number | undefined {
  const ms = text ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

/** The same in UTC as ISO 8601 with milliseconds: the one form whose order as text is the order in time. */
export function utcInstant(text: string | null | undefined): string | undefined {
  const ms = epochMs(text);
  return ms === undefined ? undefined : new Date(ms).toISOString();
}
