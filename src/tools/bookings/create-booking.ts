import * as z from 'zod';
import type { CreateBooking } from '../../contract/index.ts';
import { defineTool } from '../core/define.ts';
import * as field from '../core/fields.ts';
import { sentence } from '../output/sentence.ts';
import { bookingAnswer, bookingOutput } from '../presenters/booking.ts';
import { bookingTime } from '../presenters/booking-time.ts';
import { bookedServiceId } from '../search/record-by-name.ts';
import { agreementInput } from './checks/agreement-input.ts';
import { contactInput, contactOf, suggestContact } from './contact-input.ts';
import { contactStatusShape, withContactStatus } from './contact-status.ts';
import { placementInput, placementOf } from './placement.ts';
import { END_INSTEAD, parseFutureStart, startInput } from './start-time.ts';

export const createBooking = defineTool({
  name: 'create_booking',
  title: 'Book an appointment',
  description:
    'Book an appointment: a service, a start time, and contact_id or contact_name. Most platforms need contact_email or contact_phone.',
  toolset: 'bookings',
  effect: 'create',
  scope: 'write:bookings',
  asks: true,
  instead: END_INSTEAD,
  input: () =>
    z.strictObject({
      service_id: field.serviceIdOrName(),
      start_time: field.startTime(),
      ...startInput(),
      contact_name: field.personName().optional(),
      ...contactInput(),
      notes: field.notes().optional(),
      ...placementInput(),
      ...agreementInput(),
    }),
  output: () =>
    bookingOutput().extend({
      changed: z.literal(false).optional(),
      ...contactStatusShape(),
      note: sentence().optional(),
    }),
  summary: (output) =>
    output.changed === false
      ? `Already booked for ${bookingTime(output)}: nothing was booked a second time.`
      : `Booked for ${bookingTime(output)}.`,
  async run(input, context) {
    const start = await parseFutureStart(input.start_time, input, context);
    const placement = await placementOf(input, context);
    const body: CreateBooking = {
      service_id: await bookedServiceId(input.service_id, context),
      start_time: start,
      ...placement,
      contact: await contactOf(input, context),
      ...(input.notes ? { notes: input.notes } : {}),
    };
    const { name, email, phone } = body.contact ?? {};
    const person = { name, email: email ?? undefined, phone: phone ?? undefined, contactId: input.contact_id };
    const wanted = { serviceId: body.service_id, start: Date.parse(start), person, staffId: body.staff_id };
    const { createBookingIdempotently } = await import('../idempotency/bookings.ts');
    const { checkedBooking } = await import('./checks/check-booking.ts');
    const created = await createBookingIdempotently(
      body,
      {
        allowDuplicate: input.allow_duplicate,
        check: (create) => checkedBooking(wanted, input, context, create),
      },
      context,
    );
    const { joinNotes, phoneNote } = await import('../core/phone-note.ts');
    const note = joinNotes(created.note, await phoneNote('contact_phone', input.contact_phone, context));
    const answer = bookingAnswer({ ...created, ...note }, context.time);
    const { withCalendarNote } = await import('./calendar-note.ts');
    const known = await withContactStatus(answer, created.result, input, context);
    const { withSimilarContacts } = await import('./similar-contacts.ts');
    const named = await withSimilarContacts(known, created.result, name, context);
    const noted = await withCalendarNote(named, created.result, context);
    return { ...noted, ...(context.audited.repeated ? { changed: false as const } : {}) };
  },
  async suggestAlternatives(input, context, failure) {
    const start = await parseFutureStart(input.start_time, input, context);
    const serviceId = await bookedServiceId(input.service_id, context);
    const { suggestTimes } = await import('./suggest-times.ts');
    const times = await suggestTimes({ serviceId, start, staff: input.staff_id }, failure, context, input);
    return times ?? suggestContact(input, failure, context);
  },
});
