import { type Interval, isDisjoint } from '../../lib/time/intervals.ts';
import type { Resource } from './busy-intervals.ts';

/** A bookable interval. */
export interface FreeSlot extends Interval {
  /** Available staff. Empty if the service record names no staff. */
  staffIds: string[];
}

/** Distance between two possible starts. */
const SLOT_GRID_MS = 15 * 60_000;

/**
 * Returns every slot that starts within a window, fits the opening hours and has an available resource for its whole
 * length, in order. Starts are on a grid that is aligned to each opening.
 * @param open intervals in which the business is open, in order.
 * @param lengthMs length of the appointment.
 */
export function freeSlots(
  open: readonly Interval[],
  resources: readonly Resource[],
  lengthMs: number,
  window: Interval,
): FreeSlot[] {
  const slots: FreeSlot[] = [];
  for (const opening of open) {
    const skippedSteps = Math.max(0, Math.ceil((window.start - opening.start) / SLOT_GRID_MS));
    const latestStart = Math.min(opening.end - lengthMs, window.end - 1);
    for (let start = opening.start + skippedSteps * SLOT_GRID_MS; start <= latestStart; start += SLOT_GRID_MS) {
      const slot = { start, end: start + lengthMs };
      const available = availableResources(resources, slot);
      if (available.length > 0) slots.push({ ...slot, staffIds: available.flatMap(({ staffId }) => staffId ?? []) });
    }
  }
  return slots;
}

export function availableResources(resources: readonly Resource[], slot: Interval): Resource[] {
  return resources.filter(({ busy }) => isDisjoint(slot, busy));
}
