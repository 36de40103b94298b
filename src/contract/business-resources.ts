import * as z from 'zod';
import { memoize } from '../lib/concurrency/lazy.ts';
import { closureRecordSchema } from './availability.ts';
import { businessDifferenceSchema } from './business.ts';
import { email, id, knownValues, label, ofExtension, personName, phone, timestamp, word } from './fields.ts';
import { defineResource, type RecordOf } from './resource.ts';

/** An absence: dates, of which the last is inclusive, or local times. */
const absenceSchema = memoize(() => z.object({ from: label(), to: label() }));

/** A person who performs services (specification, Staff: fields and endpoint not shown). Extension `staff`. */
export const Staff = defineResource({
  kind: 'staff',
  documented: () => ({}),
  chosen: () => ({
    id: id(),
    name: label(),
    title: label(),
    active: z.boolean().describe('False: gets no bookings'),
    service_ids: z.array(id()),
    opening_hours: z.array(label()).nullable().describe('Own working hours; null: those of the business'),
    time_off: z.array(absenceSchema()).describe('Absences that are not over'),
  }),
});
export type Staff = RecordOf<typeof Staff>;

/** What the business is, in the form of the business file, without users and addresses of calendars. */
export const BusinessRecord = defineResource({
  kind: 'business',
  documented: () => ({}),
  chosen: () => ({
    id: id(),
    name: label(),
    time_zone: word(),
    country: word(),
    currency: word(),
    opening_hours: z.array(label()).nullable(),
    closures: z.array(closureRecordSchema()),
    special_hours: z.array(
      z.object({
        from: z.iso.date(),
        to: z.iso.date(),
        hours: label(),
        reason: label().nullable(),
        staff: z.array(id()),
      }),
    ),
    rules: z.object({
      minimum_notice: label().optional(),
      notice_counts: word().optional(),
      booking_window: label().optional(),
      slot_interval: label().optional(),
      max_per_customer_and_day: z.int().optional(),
      max_per_day: z.int().optional(),
    }),
    services: z.array(
      z.object({
        id: id(),
        name: label(),
        description: label().nullable(),
        duration: label(),
        price: z.number().describe('Before the first of price_changes'),
        price_today: z.number().optional().describe('What a booking of today costs'),
        price_changes: z.array(z.object({ from: z.iso.date(), price: z.number() })),
        buffer_before: label().optional(),
        buffer_after: label().optional(),
        minimum_notice: label().optional(),
        booking_window: label().optional(),
        staff: z.union([z.literal('all'), z.array(id())]).describe('`all`, or the ids of those who perform it'),
        active: z.boolean(),
      }),
    ),
    staff: z
      .array(
        z.object({
          id: id(),
          name: label(),
          title: label(),
          opening_hours: z.array(label()).nullable(),
          time_off: z.array(absenceSchema()),
          has_calendar: z.boolean().describe('True if busy times of a private calendar count'),
          active: z.boolean(),
        }),
      )
      .optional()
      .describe('Absent if the key may neither read nor change staff'),
    revision: z.int().describe('Counts the changes of the business'),
    is_demo: z.boolean().describe('True if it is the demo business'),
  }),
});
type ShownBusiness = RecordOf<typeof BusinessRecord>;
/** The whole business, as callers read it who may change it. */
export type BusinessRecord = ShownBusiness & { staff: NonNullable<ShownBusiness['staff']> };

const misfitReason = () =>
  word().meta(
    knownValues('closed', 'away', 'outside_hours', 'staff_unavailable', 'not_performed', 'service_unavailable'),
  );
const affectedDetails = ofExtension('affected_details');

/** A booking ahead that would not fit, or does not fit, the business. It stays as it is. */
const affectedBookingSchema = memoize(() =>
  z.object({
    booking_id: id(),
    start_time: timestamp(),
    service_name: label(),
    staff_name: label(),
    contact_name: personName().optional().describe('Absent if the key may not read bookings'),
    contact_phone: phone().optional().meta(affectedDetails).describe('Absent if the key may not read contacts'),
    contact_email: email()
      .optional()
      .meta(affectedDetails)
      .describe('Of a booking without a number. Absent if the key may not read contacts'),
    reason: misfitReason(),
    already: misfitReason()
      .optional()
      .meta(affectedDetails)
      .describe(
        'Why it did not fit before the change; absent if it did, or was an exception on purpose and no longer is',
      ),
    deliberate: z
      .literal(true)
      .optional()
      .meta(affectedDetails)
      .describe('An override permitted it when the booking was made or moved'),
    free_with: z
      .array(z.object({ staff_id: id(), staff_name: label() }))
      .optional()
      .meta(affectedDetails)
      .describe('Up to three others who can take it over at its time; absent if that was not searched'),
  }),
);
export type AffectedBooking = z.infer<ReturnType<typeof affectedBookingSchema>>;

/** What a change of the business does, or has done. */
export const BusinessPlan = defineResource({
  kind: 'business_plan',
  documented: () => ({}),
  chosen: () => ({
    revision: z.int().describe('Revision of the business: before the change if planned, after it if applied'),
    applied: z.boolean(),
    changes: z.array(businessDifferenceSchema()),
    affected_bookings: z.array(affectedBookingSchema()).describe('The first hundred, by start'),
    affected_total: z.int().min(0),
    already_total: z
      .int()
      .min(0)
      .optional()
      .meta(affectedDetails)
      .describe('How many of these did not fit before the change'),
  }),
});
export type BusinessPlan = RecordOf<typeof BusinessPlan>;
