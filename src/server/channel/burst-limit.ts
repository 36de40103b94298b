import { MINUTE_MS } from '../../lib/time/units.ts';

/** Notifications of a minute. Each wakes the model, which costs tokens. */
export const MAX_PER_MINUTE = 10;

/** Bounds how many events are sent: those after the first `MAX_PER_MINUTE` of a minute are counted. */
interface BurstLimit {
  /** Returns true if an event is to be sent now. Otherwise it is counted, and `onRest` is called at the end of the minute. */
  admit(): boolean;
  stop(): void;
}

interface BurstLimitOptions {
  /** Whether a further notification can be sent now. The events that arrive while it cannot are counted. */
  hasRoom(): boolean;
  /** Is called with the number of counted events. Its notification is the first of the next minute. */
  onRest(count: number): void;
}

/** A minute begins with the first event after the last minute. */
export function createBurstLimit({ hasRoom, onRest }: BurstLimitOptions): BurstLimit {
  let sent = 0;
  let counted = 0;
  let timer: NodeJS.Timeout | undefined;
  const begin = () => {
    sent = 0;
    timer = setTimeout(end, MINUTE_MS).unref();
  };
  const end = () => {
    timer = undefined;
    if (counted === 0) return;
    begin();
    if (!hasRoom()) return;
    const rest = counted;
    counted = 0;
    sent = 1;
    onRest(rest);
  };
  return {
    admit() {
      if (!timer) begin();
      if (sent < MAX_PER_MINUTE && hasRoom()) {
        sent++;
        return true;
      }
      counted++;
      return false;
    },
    stop: () => clearTimeout(timer),
  };
}
