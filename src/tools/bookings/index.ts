import { cancelBooking } from './cancel-booking.ts';
import { createBooking } from './create-booking.ts';
import { findOpenTimes } from './find-open-times.ts';
import { getBooking } from './get-booking.ts';
import { listBookings } from './list-bookings.ts';
import { updateBooking } from './update-booking.ts';

export const bookingTools = [listBookings, getBooking, findOpenTimes, createBooking, updateBooking, cancelBooking];
