import * as z from 'zod';
import { defineTool } from '../core/define.ts';
import * as field from '../core/fields.ts';
import { bookingAnswer, bookingOutput } from '../presenters/booking.ts';

export const getBooking = defineTool({
  name: 'get_booking',
  title: 'Get a booking',
  description: 'Read one appointment by its id.',
  toolset: 'bookings',
  effect: 'read',
  scope: 'read:bookings',
  input: () => z.strictObject({ booking_id: field.bookingId() }),
  output: () => bookingOutput(),
  async run({ booking_id: id }, { api, time, signal }) {
    return bookingAnswer({ result: await api.getBooking({ id, signal }) }, time);
  },
});
