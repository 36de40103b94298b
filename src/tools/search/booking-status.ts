import { type Booking, isActiveStatus, type ReadFields } from '../../contract/index.ts';

/** True for an appointment that takes place as far as its status says; one whose cancellation is only requested does. */
export const isActiveBooking = ({ status, cancelled_at: at }: ReadFields<typeof Booking>): boolean =>
  isActiveStatus(status ?? (at ? 'cancelled' : ''));
