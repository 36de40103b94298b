import { type Booking, type Call, isNoShowStatus, type Read } from '../../contract/index.ts';
import { type Amounts, addPrice, mergeAmounts, type Price } from '../../lib/activity/money.ts';
import type { Sums } from '../../lib/activity/tally.ts';
import { isActiveBooking } from '../search/booking-status.ts';

export interface BookingSums {
  count: number;
  /** Bookings that do not take place: cancelled or rejected. */
  cancelled: number;
  /** Bookings whose customer did not come. */
  noShows: number;
  /** Prices of the others. */
  amounts: Amounts;
  /** Bookings that take place and whose price is unknown. */
  unpriced: number;
}

export const emptyBookingSums = (): BookingSums => ({
  count: 0,
  cancelled: 0,
  noShows: 0,
  amounts: new Map(),
  unpriced: 0,
});

/** Counts bookings, and adds up the prices of those that take place as far as their status says. */
export function bookingSums(
  priceOf: (read: Read<typeof Booking>) => Price | undefined,
): Sums<Read<typeof Booking>, BookingSums> {
  return {
    empty: emptyBookingSums,
    add(sums, read) {
      sums.count++;
      if (!isActiveBooking(read.fields)) {
        if (isNoShowStatus(read.fields.status ?? '')) sums.noShows++;
        else sums.cancelled++;
        return;
      }
      const price = priceOf(read);
      if (price) addPrice(sums.amounts, price);
      else sums.unpriced++;
    },
    merge(sums, others) {
      sums.count += others.count;
      sums.cancelled += others.cancelled;
      sums.noShows += others.noShows;
      sums.unpriced += others.unpriced;
      mergeAmounts(sums.amounts, others.amounts);
    },
  };
}

export interface CallSums {
  count: number;
  /** Calls of a known contact. */
  withContact: number;
  /** Sum of the known durations, in whole numbers: the order in which they are added does not matter. */
  milliseconds: number;
  /** Calls whose duration is known. */
  timed: number;
  longest: { seconds: number; id: string } | undefined;
}

/** A longer duration, of a week, is an error of the platform, in seconds. */
const MAX_SECONDS = 7 * 24 * 3_600;

export const emptyCallSums = (): CallSums => ({
  count: 0,
  withContact: 0,
  milliseconds: 0,
  timed: 0,
  longest: undefined,
});

export const CALL_SUMS: Sums<Read<typeof Call>, CallSums> = {
  empty: emptyCallSums,
  add(sums, { fields }) {
    sums.count++;
    if (fields.contact_id) sums.withContact++;
    const { duration_seconds: seconds } = fields;
    if (typeof seconds !== 'number' || seconds > MAX_SECONDS) return;
    sums.timed++;
    sums.milliseconds += Math.round(seconds * 1_000);
    sums.longest = longer(sums.longest, { seconds, id: fields.id ?? '' });
  },
  merge(sums, others) {
    sums.count += others.count;
    sums.withContact += others.withContact;
    sums.milliseconds += others.milliseconds;
    sums.timed += others.timed;
    sums.longest = others.longest ? longer(sums.longest, others.longest) : sums.longest;
  },
};

/** Of equally long calls the one whose id is first, so that the order of reading does not matter. */
function longer(a: CallSums['longest'], b: { seconds: number; id: string }) {
  if (!a || b.seconds > a.seconds || (b.seconds === a.seconds && b.id < a.id)) return b;
  return a;
}
