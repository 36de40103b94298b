import * as z from 'zod';
import { ApiError } from '../../api/index.ts';
import { isActiveStatus } from '../../contract/index.ts';
import { quoted, say, trusted } from '../../lib/text/sentence.ts';
import { defineTool } from '../core/define.ts';
import * as field from '../core/fields.ts';
import { bookingAnswer, bookingOutput } from '../presenters/booking.ts';
import { bookingTime } from '../presenters/booking-time.ts';

export const cancelBooking = defineTool({
  name: 'cancel_booking',
  title: 'Cancel a booking',
  description: 'Cancel an appointment and free its slot.',
  toolset: 'bookings',
  effect: 'delete',
  scope: 'write:bookings',
  input: () => z.strictObject({ booking_id: field.bookingId() }),
  output: () => bookingOutput().extend({ changed: z.literal(false).optional() }),
  summary(output) {
    const booking = `booking on ${bookingTime(output)}`;
    if (output.changed === false) return `Nothing was changed: the ${booking} was cancelled before.`;
    // A platform that states no status may only have accepted it.
    return isActiveStatus(output.booking.status ?? '')
      ? `The platform accepted the cancellation of the ${booking}.`
      : `The ${booking} is cancelled.`;
  },
  async confirm({ booking_id: id }, { api, time, clock, signal }) {
    const { isCancelled } = await import('../idempotency/bookings.ts');
    const read = await api.getBooking({ id, signal });
    if (isCancelled(read)) return undefined;
    const start = trusted(bookingTime(bookingAnswer({ result: read }, time)));
    const { contact, service_name: service } = read.fields;
    const name = contact?.name ? quoted(contact.name) : trusted('a person the platform does not name');
    const what = service ? say` ${quoted(service)}` : say``;
    // It would no longer count in sums, and a customer who did not come would have no no-show.
    const begun = Date.parse(read.fields.start_time ?? '') < clock.now() ? ' It has begun already.' : '';
    return say`Cancel the booking${what} on ${start}, of ${name}?${trusted(begun)}`;
  },
  async run({ booking_id: id }, context) {
    const { cancelAndVerify, isCancelled } = await import('../idempotency/bookings.ts');
    // Read before the first attempt: a platform answers a second cancellation, such as a retry of ours, like the first one.
    const before = await context.api.getBooking({ id, signal: context.signal }).catch((error: unknown) => {
      // A key may cancel bookings that it may not read.
      if (error instanceof ApiError && error.details.kind === 'forbidden') return undefined;
      throw error;
    });
    const isDone = before !== undefined && isCancelled(before);
    const written = isDone ? { result: before } : await cancelAndVerify(id, context);
    return { ...bookingAnswer(written, context.time), ...(isDone ? { changed: false as const } : {}) };
  },
});
