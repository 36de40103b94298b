import { type Interval, isDisjoint } from '../../lib/time/intervals.ts';
import type { Resource } from './busy-intervals.ts';

/** An appointment that could be made. */
export interface FreeSlot extends Interval {
  /** Who is free; empty where nobody is named. */
  staffIds: string[];
}

/** The grid of starts, in milliseconds. */
const STEP = 15 * 60_000;

/**
 * Every start within a window at which an appointment fits the opening hours and somebody is free for all of it, in
 * order. Starts lie on a grid that begins with each opening.
 * @param open spans in which the business is open, in order.
 * @param length of the appointment, in milliseconds.
 */
export function freeSlots(
  open: readonly Interval[],
  resources: readonly Resource[],
  length: number,
  window: Interval,
): FreeSlot[] {
  const slots: FreeSlot[] = [];
  for (const span of open) {
    const skipped = Math.max(0, Math.ceil((window.start - span.start) / STEP));
    const latest = Math.min(span.end - length, window.end - 1);
    for (let start = span.start + skipped * STEP; start <= latest; start += STEP) {
      const slot = { start, end: start + length };
      const free = availableResources(resources, slot);
      if (free.length > 0) slots.push({ ...slot, staffIds: free.flatMap(({ staffId }) => staffId ?? []) });
    }
  }
  return slots;
}

export function availableResources(resources: readonly Resource[], slot: Interval): Resource[] {
  return resources.filter(({ busy }) => isDisjoint(slot, busy));
}
