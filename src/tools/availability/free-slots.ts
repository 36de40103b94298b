import type { Interval } from '../../lib/time/intervals.ts';
import type { ResourceSchedules } from './busy-intervals.ts';

/** A bookable interval. */
export interface FreeSlot extends Interval {
  /** Returns the available staff. Empty if the service record names no staff. */
  staffIds(): string[];
}

/** Distance between two possible starts. */
export const SLOT_GRID_MS = 15 * 60_000;

/**
 * Returns every start within a window at which a slot fits the opening hours, in order. Starts are on a grid that is
 * aligned to each opening.
 * @param open intervals in which the business is open, in order.
 * @param lengthMs length of the appointment.
 */
export function possibleStarts(open: readonly Interval[], lengthMs: number, window: Interval): number[] {
  const starts: number[] = [];
  for (const opening of open) {
    const skippedSteps = Math.max(0, Math.ceil((window.start - opening.start) / SLOT_GRID_MS));
    const latestStart = Math.min(opening.end - lengthMs, window.end - 1);
    for (let start = opening.start + skippedSteps * SLOT_GRID_MS; start <= latestStart; start += SLOT_GRID_MS) {
      starts.push(start);
    }
  }
  return starts;
}

/**
 * Returns the slots that have an available resource for their whole length, in order. Each resource has a bit for each
 * start, so that the time this takes does not depend on the number of bookings times that of the staff.
 * @param starts possible starts, in order.
 * @param lengthMs length of the appointment.
 */
export function* freeSlots(
  starts: readonly number[],
  lengthMs: number,
  { resources, busy }: Pick<ResourceSchedules, 'resources' | 'busy'>,
): Generator<void, FreeSlot[]> {
  const taken = resources.map(() => new Bits(starts.length));
  for (const [needed, intervals] of busy) {
    const blocked = new Bits(starts.length);
    for (const { start, end } of intervals) {
      // A slot overlaps the interval if it ends after its start and starts before its end.
      const first = firstIndex(starts, (slotStart) => slotStart + lengthMs > start);
      blocked.setRange(
        first,
        firstIndex(starts, (slotStart) => slotStart >= end),
      );
      yield;
    }
    for (const index of needed) {
      taken[index]?.add(blocked);
      yield;
    }
  }
  const slots: FreeSlot[] = [];
  for (const [at, start] of starts.entries()) {
    if (taken.some((bits) => !bits.has(at))) {
      const staffIds = () => resources.flatMap((id, index) => (id === undefined || taken[index]?.has(at) ? [] : id));
      slots.push({ start, end: start + lengthMs, staffIds });
    }
    yield;
  }
  return slots;
}

/** Returns the index of the first start that is late enough, or the number of starts (binary search). */
function firstIndex(starts: readonly number[], isLateEnough: (start: number) => boolean): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isLateEnough(starts[middle] as number)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A set of small numbers. */
class Bits {
  readonly #words: Uint32Array;

  constructor(size: number) {
    this.#words = new Uint32Array(Math.ceil(size / 32));
  }

  has(index: number): boolean {
    return (((this.#words[index >> 5] as number) >>> (index & 31)) & 1) === 1;
  }

  /** Adds the numbers from `from` to `to`, which is exclusive. */
  setRange(from: number, to: number): void {
    for (let index = from; index < to; ) {
      const word = index >> 5;
      const end = Math.min(to, (word + 1) << 5);
      const low = (0xffffffff << (index & 31)) >>> 0;
      const high = 0xffffffff >>> ((32 - (end & 31)) & 31);
      this.#words[word] = (this.#words[word] as number) | (low & high);
      index = end;
    }
  }

  add(other: Bits): void {
    for (let word = 0; word < this.#words.length; word++) {
      this.#words[word] = (this.#words[word] as number) | (other.#words[word] as number);
    }
  }
}
