import { randomText } from '../lib/ids.ts';
import type { Clock } from '../lib/time/clock.ts';
import { WEEK_MS } from '../lib/time/units.ts';
import type { PlatformEvent } from './event.ts';

/** Maximum number of buffered events: enough for a busy day, and small enough for memory. */
export const MAX_EVENTS = 1_000;
/** Maximum age of buffered events, in milliseconds. Older changes can be read from the platform's lists. */
export const MAX_AGE_MS = WEEK_MS;

export interface Entry {
  /** Increases in order of arrival. */
  sequence: number;
  event: PlatformEvent;
}

/**
 * The latest events in order of arrival, in memory. Unless it adopts the sequence of a persistent source, each process
 * has a sequence of its own.
 */
export interface EventBuffer {
  /** Identifies the sequence, so that a cursor of another sequence is recognised. */
  readonly id: string;
  /** @param sequence number of the event in the adopted sequence. Default: the next number. */
  add(event: PlatformEvent, sequence?: number): void;
  /** Replaces the data of an event in its place. */
  rewrite(event: Pick<PlatformEvent, 'id' | 'data'>): void;
  /**
   * Uses a sequence that other processes share, so that cursors are valid in all of them.
   * @param name name of the sequence.
   * @param position the last position before the first buffered event.
   */
  adoptSequence(name: string, position: number): void;
  /**
   * Removes the events that their source no longer has, and continues an adopted sequence after those that remain.
   * Returns their number.
   */
  retain(isKept: (event: PlatformEvent) => boolean): number;
  /**
   * Counts events that the source no longer has as evicted.
   * @param sequence number of the last of them in the adopted sequence. Default: the next number.
   */
  skip(sequence?: number): void;
  /** Returns the entries after a position. 0 is before the first entry. */
  after(sequence: number): Entry[];
  /** Returns the instant (UTC) from which the buffer has every reported event. */
  completeSince(): string;
  /** Returns the sequence number of the last added entry, or 0 if there was none. */
  lastSequence(): number;
  /** Returns the sequence number of the last evicted entry, or 0 if there was none. */
  evictedThrough(): number;
  /** Declares that events before the instant may be missing. */
  truncateBefore(instant: string): void;
  /** Declares that events since the instant are complete. */
  extendBackTo(instant: string): void;
}

interface EventBufferOptions {
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
  let lastSequence = 0;
  let evictedThrough = 0;
  let completeSince = new Date(clock.now()).toISOString();
  const evict = () => {
    const oldest = new Date(clock.now() - maxAgeMs).toISOString();
    for (let [first] = entries; first; [first] = entries) {
      if (entries.length <= maxEvents && first.event.receivedAt >= oldest) break;
      entries.shift();
      evictedThrough = Math.max(evictedThrough, first.sequence);
      if (first.event.at > completeSince) completeSince = first.event.at;
    }
  };
  let id = randomText(6);
  let isAdopted = false;
  return {
    get id() {
      return id;
    },
    adoptSequence(name, position) {
      isAdopted = true;
      id = name;
      lastSequence = position;
      evictedThrough = position;
    },
    add(event, sequence = lastSequence + 1) {
      lastSequence = sequence;
      entries.push({ sequence, event });
      evict();
    },
    rewrite({ id, data }) {
      for (const entry of entries) if (entry.event.id === id) entry.event = { ...entry.event, data };
    },
    retain(isKept) {
      const kept = entries.filter(({ event }) => isKept(event));
      const removed = entries.length - kept.length;
      entries.splice(0, entries.length, ...kept);
      if (isAdopted) lastSequence = kept.at(-1)?.sequence ?? evictedThrough;
      return removed;
    },
    skip(sequence = lastSequence + 1) {
      lastSequence = sequence;
      evictedThrough = sequence;
    },
    after(sequence) {
      evict();
      return entries.filter((entry) => entry.sequence > sequence);
    },
    completeSince() {
      evict();
      return completeSince;
    },
    lastSequence: () => lastSequence,
    evictedThrough() {
      evict();
      return evictedThrough;
    },
    truncateBefore(instant) {
      if (instant > completeSince) completeSince = instant;
    },
    extendBackTo(instant) {
      if (instant < completeSince) completeSince = instant;
    },
  };
}
