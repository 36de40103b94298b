/** A time of the day as callers say it. */
export interface SaidClock {
  /** Minutes after midnight, in order: two if the half of the day is not said, as in `at 3`. */
  minutes: readonly [number, ...number[]];
  /** `at 3`, `after 3`, `before 3` or `between 3 and 4`. */
  relation: 'at' | 'from' | 'until' | 'between';
  /** Minutes from the time to the one that ends it: `between 3 and 4`. */
  lasting?: number;
  /** Another time that the same words can mean. */
  other?: SaidClock;
}

/** A text without its time of the day. */
export interface WithoutClock {
  text: string;
  clock: SaidClock | undefined;
  /** The words of the time. */
  said: string;
  isBeforeDay: boolean;
}
