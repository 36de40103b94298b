import * as z from 'zod';
import { ofExtension, utcTime } from './fields.ts';

/** Start times of bookings: extension `booking_time_filter`. An absent end is open. */
export const BookingFilter = z.object({
  from: utcTime().optional().describe('Earliest start time, inclusive').meta(ofExtension('booking_time_filter')),
  to: utcTime().optional().describe('End of the start times, exclusive').meta(ofExtension('booking_time_filter')),
});
export type BookingFilter = z.infer<typeof BookingFilter>;
