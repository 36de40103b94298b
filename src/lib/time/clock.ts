/** The source of the current time, which tests replace. */
export interface Clock {
  /** Returns milliseconds since the epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
