import type { ServerResponse } from 'node:http';

/** The right of one request to be under way. */
export interface Permit {
  /**
   * Releases the permit; call the returned function to take it back (never refused, so the limit can be exceeded
   * briefly).
   */
  release(): () => void;
}

export interface ConcurrencyLimiter {
  /** Takes a permit until the answer is over; undefined when none is left. */
  acquire(outgoing: ServerResponse): Permit | undefined;
}

/** Limits how many requests are under way at a time. */
export function createConcurrencyLimiter(max: number): ConcurrencyLimiter {
  let taken = 0;
  return {
    acquire(outgoing) {
      if (taken >= max) return undefined;
      let [held, over] = [true, false];
      taken++;
      const release = () => {
        if (held) taken--;
        held = false;
      };
      const takeBack = () => {
        if (held || over) return;
        held = true;
        taken++;
      };
      outgoing.once('close', () => {
        over = true;
        release();
      });
      return {
        release() {
          release();
          return takeBack;
        },
      };
    },
  };
}
