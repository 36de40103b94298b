import type { Caller } from '../auth/caller.ts';
import type { TimeHold } from '../availability/time-holds.ts';
import type { Business } from '../business/business.ts';

/** Who makes a booking, and when (epoch milliseconds). */
export interface BookingContext {
  now: number;
  caller: Caller;
  /** The call in which it is made, by its id in the system that reports the call; null outside of calls. */
  callReference: string | null;
  /** As it is when the decision is stored. */
  business: Business;
  hold: TimeHold;
  /** See `Decide`. */
  isLocked: boolean;
}
