import * as z from 'zod';
import { memoize } from '../lib/concurrency/lazy.ts';
import { ofExtension, utcTime } from './fields.ts';

/** Start times of bookings: extension `booking_time_filter`. An absent end is open. */
export const bookingFilterSchema = memoize(() =>
  z.object({
    from: utcTime().optional().describe('Earliest start time, inclusive').meta(ofExtension('booking_time_filter')),
    to: utcTime().optional().describe('End of the start times, exclusive').meta(ofExtension('booking_time_filter')),
  }),
);
