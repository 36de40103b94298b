import type { Clock } from '../../src/lib/time/clock.ts';

/** A clock that moves only when a test moves it. */
export interface ManualClock extends Clock {
  /** Lets time pass. */
  advance(milliseconds: number): void;
  /** Sets the wall clock back, while no time passes. */
  setBack(milliseconds: number): void;
}

export function manualClock(start: number | string): ManualClock {
  let now = typeof start === 'number' ? start : Date.parse(start);
  let passed = 0;
  return {
    now: () => now,
    monotonic: () => passed,
    advance: (milliseconds) => {
      now += milliseconds;
      passed += milliseconds;
    },
    setBack: (milliseconds) => {
      now -= milliseconds;
    },
  };
}
