import type { FreeStart } from './free-starts.ts';

/** Consecutive start times with the same people, at one distance. Both ends are start times. */
interface FreeRange {
  from: number;
  to: number;
  staffIds: string[];
}

/** Joins start times, in order, to ranges: a free morning is one range, not sixteen times. One step for each start. */
export function* toRanges(starts: readonly FreeStart[], step: number): Generator<void, FreeRange[]> {
  const ranges: FreeRange[] = [];
  for (const { start, staffIds } of starts) {
    yield;
    const last = ranges.at(-1);
    if (last && last.to + step === start && isSame(last.staffIds, staffIds)) last.to = start;
    else ranges.push({ from: start, to: start, staffIds });
  }
  return ranges;
}

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((id, at) => id === b[at]);
