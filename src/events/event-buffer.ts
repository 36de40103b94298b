import { randomText } from '../lib/ids.ts';
import type { Clock } from '../lib/time/clock.ts';
import type { PlatformEvent } from './event.ts';

/** Kept at most: enough for a busy day, and little enough to hold in memory. */
export const MAX_EVENTS = 1_000;
/** And no longer than this, in milliseconds: what is older is the platform's to tell. */
export const MAX_AGE_MS = 7 * 24 * 3_600_000;

export interface Entry {
  /** Counts up in order of arrival. */
  sequence: number;
  event: PlatformEvent;
}

/** The latest events in order of arrival. In memory: without an order to follow it begins anew with each process. */
export interface EventBuffer {
  /** Distinguishes this journal's order from others. */
  readonly id: string;
  /** @param sequence its number in the order that is followed; without one it is the next. */
  add(event: PlatformEvent, sequence?: number): void;
  /**
   * Says that events come in an order that other processes know as well: places in it hold there, too.
   * @param name that of the order.
   * @param place the last one that is not here.
   */
  adoptSequence(name: string, place: number): void;
  /** What arrived after an entry; 0 is before the first. */
  after(sequence: number): Entry[];
  /** Of what happened after this instant (UTC), everything that arrived is here. */
  completeSince(): string;
  /** The last entry that was ever made; 0: none. */
  lastSequence(): number;
  /** The last entry that is no longer kept; 0: none. */
  evictedThrough(): number;
  /** Says that nothing from before is here. */
  truncateBefore(instant: string): void;
  /** Says that what happened from then on is here as well. */
  extendBackTo(instant: string): void;
}

export interface EventBufferOptions {
  clock: Clock;
  maxEvents?: number;
  maxAgeMs?: number;
}

export function createEventBuffer({
  clock,
  maxEvents = MAX_EVENTS,
  maxAgeMs = MAX_AGE_MS,
}: EventBufferOptions): EventBuffer {
  const entries: Entry[] = [];
  let last = 0;
  let dropped = 0;
  let from = new Date(clock.now()).toISOString();
  const trim = () => {
    const oldest = new Date(clock.now() - maxAgeMs).toISOString();
    for (let [first] = entries; first; [first] = entries) {
      if (entries.length <= maxEvents && first.event.receivedAt >= oldest) break;
      entries.shift();
      dropped = first.sequence;
      if (first.event.at > from) from = first.event.at;
    }
  };
  let id = randomText(6);
  return {
    get id() {
      return id;
    },
    adoptSequence(name, place) {
      id = name;
      last = place;
      dropped = place;
    },
    add(event, sequence = last + 1) {
      last = sequence;
      entries.push({ sequence, event });
      trim();
    },
    after(sequence) {
      trim();
      return entries.filter((entry) => entry.sequence > sequence);
    },
    completeSince() {
      trim();
      return from;
    },
    lastSequence: () => last,
    evictedThrough() {
      trim();
      return dropped;
    },
    truncateBefore(instant) {
      if (instant > from) from = instant;
    },
    extendBackTo(instant) {
      if (instant < from) from = instant;
    },
  };
}
