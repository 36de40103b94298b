import type { Booking, ReadFields } from '../../contract/index.ts';

/** Statuses of appointments that do not take place. The specification lists none, so the words decide. */
const INACTIVE = /cancell?ed|reject|declin|denied|fail|error/i;

/** True for an appointment that takes place as far as its status says; one whose cancellation is only requested does. */
export const isActiveBooking = ({ status, cancelled_at: at }: ReadFields<typeof Booking>): boolean =>
  !INACTIVE.test(status ?? (at ? 'cancelled' : ''));
