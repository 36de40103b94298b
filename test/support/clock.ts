import type { Clock } from '../../src/lib/time/clock.ts';

/** A clock that stands still until it is told to move. */
export interface ManualClock extends Clock {
  advance(milliseconds: number): void;
}

export function manualClock(start: number | string): ManualClock {
  let now = typeof start === 'number' ? start : Date.parse(start);
  return {
    now: () => now,
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
}
