import * as z from 'zod';
import { memoize } from '../lib/concurrency/lazy.ts';
import { OVERRIDABLE_RULES } from './booking-rules.ts';
import { NO_SHOW } from './booking-status.ts';
import { email, freeText, id, knownValues, ofExtension, personName, phone, utcTime } from './fields.ts';
import { ALL_SCOPES, isScope } from './scopes.ts';

const NULL_REMOVES = 'Null removes it (extension `merge_updates`)';

/**
 * `CreateBooking`: the documented body of booking create, update and cancel (specification, Endpoints, note 7).
 * The specification does not show which fields are required, so none is required here: each platform decides.
 */
export const createBookingSchema = memoize(() =>
  z.strictObject({
    service_id: id().optional(),
    start_time: utcTime().optional(),
    contact: z
      .strictObject({
        id: id().optional().meta(ofExtension('contact_choice')).describe('The contact that it belongs to'),
        name: personName().optional(),
        email: email().nullish().describe(NULL_REMOVES),
        phone: phone().nullish().describe(NULL_REMOVES),
      })
      .optional(),
    notes: freeText().optional(),
    staff_id: id().optional().meta(ofExtension('staff_assignment')).describe('Who is to take it'),
    status: z
      .enum(['confirmed', NO_SHOW])
      .optional()
      .meta(ofExtension('no_shows'))
      .describe('In a change: `no_show` if the customer did not come, `confirmed` to undo it'),
    use_service_duration: z
      .boolean()
      .optional()
      .meta(ofExtension('service_duration'))
      .describe("In a change: take the service's duration"),
    new_contact: z
      .boolean()
      .optional()
      .meta(ofExtension('new_contact'))
      .describe('Only at creation. True: no existing contact is looked up, and neither e-mail nor phone is required'),
    override: z
      .array(z.enum(OVERRIDABLE_RULES))
      .optional()
      .meta(ofExtension('booking_rules'))
      .describe('Rules that are deliberately not applied'),
  }),
);
export type CreateBooking = z.infer<ReturnType<typeof createBookingSchema>>;

/** Body of contact create and update. The specification does not show it: conventional fields and any others. */
export const contactBodySchema = memoize(() =>
  z.looseObject({
    name: personName().optional(),
    email: email().nullish().describe(NULL_REMOVES),
    phone: phone().nullish().describe(NULL_REMOVES),
  }),
);
export type ContactBody = z.infer<ReturnType<typeof contactBodySchema>>;

/** Body of webhook creation. The specification does not show it: conventional fields and any others. */
export const webhookBodySchema = memoize(() =>
  z.looseObject({
    url: z.url().describe('Receives the notifications'),
    events: z.array(z.string().min(1)).min(1).describe('Names from the event catalogue'),
  }),
);
export type WebhookBody = z.infer<ReturnType<typeof webhookBodySchema>>;

/** Body of key creation (specification, Resources, API key). */
export const apiKeyBodySchema = memoize(() =>
  z.strictObject({
    name: z.string().trim().min(1).max(200).describe('A descriptive label'),
    scopes: z
      .array(
        z
          .string()
          .refine(isScope, { error: `must be one of ${ALL_SCOPES.join(', ')}` })
          .meta(knownValues(...ALL_SCOPES)),
      )
      .min(1),
    expires_in_days: z.int().min(1).max(3650).optional().describe('Default 365'),
  }),
);
