import type { ServerResponse } from 'node:http';

/** The permit of one open request. */
export interface Permit {
  /**
   * Releases the permit; call the returned function to take it back (never refused, so the limit can be exceeded
   * briefly).
   */
  release(): () => void;
}

export interface ConcurrencyLimiter {
  /** Acquires a permit until the response is closed; undefined if none is available. */
  acquire(outgoing: ServerResponse): Permit | undefined;
}

/** Limits the number of concurrent requests. */
export function createConcurrencyLimiter(max: number): ConcurrencyLimiter {
  let acquired = 0;
  return {
    acquire(outgoing) {
      if (acquired >= max) return undefined;
      let [isHeld, isClosed] = [true, false];
      acquired++;
      const release = () => {
        if (isHeld) acquired--;
        isHeld = false;
      };
      const reacquire = () => {
        if (isHeld || isClosed) return;
        isHeld = true;
        acquired++;
      };
      outgoing.once('close', () => {
        isClosed = true;
        release();
      });
      return {
        release() {
          release();
          return reacquire;
        },
      };
    },
  };
}
