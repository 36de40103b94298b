import type { Clock } from '../../src/lib/time/clock.ts';

/** A clock that moves only when a test calls `advance`. */
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
