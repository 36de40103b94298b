import type { Clock } from '../../lib/time/clock.ts';

/** Calls whose transcripts are remembered as unreadable. */
export const MAX_UNREADABLE = 1_000;

/** Calls whose transcripts the platform did not return, although it is well: they are not requested again for a while. */
export interface UnreadableCalls {
  add(id: string): void;
  /** The ids of those that are not to be requested now. Has those that are added later, too. */
  current(): ReadonlyMap<string, unknown>;
  clear(): void;
}

/** @param ms how long a call is not requested again. */
export function createUnreadableCalls(clock: Clock, ms: number): UnreadableCalls {
  /** Until when, by the monotonic clock. */
  const until = new Map<string, number>();
  return {
    add: (id) => void until.set(id, clock.monotonic() + ms),
    current() {
      for (const [id, end] of until) if (end <= clock.monotonic()) until.delete(id);
      return until;
    },
    clear: () => until.clear(),
  };
}
