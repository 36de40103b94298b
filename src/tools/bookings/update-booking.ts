import * as z from 'zod';
import { assertPathSegment } from '../../api/index.ts';
import type { Booking, CreateBooking, Read } from '../../contract/index.ts';
import { defineTool } from '../core/define.ts';
import { ToolError } from '../core/errors.ts';
import * as field from '../core/fields.ts';
import { bookingAnswer } from '../presenters/booking.ts';
import { omitNullish } from '../presenters/record.ts';
import { bookedServiceId } from '../search/record-by-name.ts';
import { agreementInput } from './checks/agreement-input.ts';
import { changedContactOf, contactInput } from './contact-input.ts';
import { withContactNote } from './contact-status.ts';
import { formerValues, updatedBookingOutput, updateSummary } from './former-values.ts';
import { placementInput, placementOf } from './placement.ts';
import { END_INSTEAD, parseFutureStart, startInput } from './start-time.ts';

/** Converts an instant to UTC, the only form that is sent to the platform. A UTC instant stays unchanged. */
function toUtc(instant: string): string {
  return instant.endsWith('Z') ? instant : new Date(instant).toISOString();
}

/**
 * Adds the other documented fields of a booking to a change of it, and who has it if the platform lets its clients choose
 * (extension `staff_assignment`).
 */
function withKnownFields(
  { fields }: Read<typeof Booking>,
  change: CreateBooking,
  isStaffAssignable: boolean,
): CreateBooking {
  const { contact } = fields;
  const body: CreateBooking = {};
  if (fields.service_id) body.service_id = fields.service_id;
  if (fields.start_time) body.start_time = toUtc(fields.start_time);
  if (isStaffAssignable && fields.staff_id) body.staff_id = fields.staff_id;
  if (typeof fields.notes === 'string') body.notes = fields.notes;
  if (contact) {
    body.contact = {
      ...(contact.name ? { name: contact.name } : {}),
      ...(contact.email ? { email: contact.email } : {}),
      ...(contact.phone ? { phone: contact.phone } : {}),
    };
  }
  // A detail that is to be removed is left out of a whole record.
  const merged = omitNullish({ ...body.contact, ...change.contact });
  return { ...body, ...change, ...(Object.keys(merged).length > 0 ? { contact: merged } : {}) };
}

export const updateBooking = defineTool({
  name: 'update_booking',
  title: 'Change a booking',
  description: 'Move or change an appointment; omitted fields stay.',
  toolset: 'bookings',
  effect: 'update',
  scope: 'write:bookings',
  asks: true,
  instead: { ...END_INSTEAD, status: 'cancel_booking cancels, no_show notes a no-show.' },
  input: () =>
    z.strictObject({
      booking_id: field.bookingId(),
      service_id: field.serviceIdOrName().optional(),
      ...startInput(),
      // Described at create_booking already.
      start_time: field.startTime().optional().describe('As in create_booking'),
      time_zone: field.timeZone().optional().describe('As in create_booking'),
      clock_change: field.clockChange().optional().describe('As in create_booking'),
      contact_name: field.personName().optional(),
      ...contactInput(),
      contact_phone: field.anyPhoneNumber().optional(),
      notes: field.notes().optional().describe('Replaces the notes'),
      no_show: z.boolean().optional().describe('False undoes it'),
      use_service_duration: z.boolean().optional(),
      ...placementInput(),
      ...agreementInput(),
      if_unchanged_since: field.unchangedSince(),
    }),
  output: () => updatedBookingOutput(),
  summary: updateSummary,
  async run({ booking_id: id, time_zone, weekday, clock_change, if_unchanged_since, ...change }, context) {
    const { api, signal } = context;
    const { override: rules, outside_hours, allow_duplicate, ...fields } = change;
    const { no_show, ...others } = fields;
    if (weekday && !change.start_time) throw new ToolError('weekday belongs to start_time: give both.');
    if (Object.keys(fields).length === 0) throw new ToolError('Give at least one field to change.');
    // All input is checked before the first request to the platform.
    assertPathSegment('bookings', 'id', id);
    const options = { time_zone, weekday, clock_change };
    const start = change.start_time && (await parseFutureStart(change.start_time, options, context));
    const { override, ...placement } = await placementOf(change, context);
    const status =
      no_show === undefined ? {} : await (await import('./attendance.ts')).statusOf({ ...others, no_show }, context);
    const duration = change.use_service_duration
      ? await (await import('./service-duration.ts')).durationOf(context)
      : {};
    const serviceId = change.service_id && (await bookedServiceId(change.service_id, context));
    const contact = await changedContactOf(change, context);
    const requested: CreateBooking = {
      ...placement,
      ...(serviceId ? { service_id: serviceId } : {}),
      ...(start ? { start_time: start } : {}),
      ...(contact ? { contact } : {}),
      ...(change.notes === undefined ? {} : { notes: change.notes }),
      ...status,
      ...duration,
    };
    const { updateAndVerify } = await import('../idempotency/bookings.ts');
    const { updateConcurrently } = await import('../idempotency/concurrent-update.ts');
    const { checkedMove } = await import('./checks/check-move.ts');
    const isStaffAssignable = await context.extensions.has('staff_assignment', signal);
    const update = (checked?: Read<typeof Booking>) =>
      updateConcurrently(
        {
          key: ['booking', id],
          change: requested,
          since: if_unchanged_since,
          read: () => api.getBooking({ id, signal }),
          checked,
          write: (write) =>
            updateAndVerify(id, override ? { ...write, body: { ...write.body, override } } : write, context),
          merge: (read, fields) => withKnownFields(read, fields, isStaffAssignable),
        },
        context,
      );
    const updated = await checkedMove(
      id,
      requested,
      { outside_hours, allow_duplicate, override: rules },
      context,
      update,
    );
    const before = formerValues(updated, requested, context.time);
    const { joinNotes, phoneNote } = await import('../core/phone-note.ts');
    const note = joinNotes(updated.note, await phoneNote('contact_phone', change.contact_phone, context));
    const answer = withContactNote(bookingAnswer({ ...updated, ...note }, context.time), updated, change, context);
    const placed = change.start_time ?? change.service_id ?? change.staff_id ?? requested.use_service_duration;
    const noted = placed
      ? await (await import('./calendar-note.ts')).withCalendarNote(answer, updated.result, context)
      : answer;
    return { ...noted, ...(before ? { before } : {}) };
  },
  async suggestAlternatives(input, context, failure) {
    return (await import('./suggest-times.ts')).suggestTimesOfMove(input, failure, context);
  },
});
