import { type Clock, systemClock } from '../time/clock.ts';

/** Interval of log lines for one key, in milliseconds: what strangers can cause must not fill the log. */
const INTERVAL_MS = 60_000;

/** Limits log lines about events that anyone can cause. */
interface LogThrottle {
  /**
   * Notes events of one kind. Returns how many to log now, those held back since the last line included; 0: none.
   * @param key has few different values.
   */
  take(key: string, count?: number): number;
}

export function createLogThrottle(clock: Clock = systemClock): LogThrottle {
  const lastLogged = new Map<string, { at: number; heldBack: number }>();
  return {
    take(key, count = 1) {
      const previous = lastLogged.get(key);
      if (previous && clock.monotonic() - previous.at < INTERVAL_MS) {
        previous.heldBack += count;
        return 0;
      }
      lastLogged.set(key, { at: clock.monotonic(), heldBack: 0 });
      return count + (previous?.heldBack ?? 0);
    },
  };
}
