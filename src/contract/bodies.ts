import * as z from 'zod';
import { email, freeText, id, personName, phone, utcTime } from './fields.ts';
import { isScope } from './scopes.ts';

/**
 * `CreateBooking`: the documented body of booking create, update and cancel (specification, Endpoints, note 7).
 * The specification does not show which fields are required, so none is required here: each platform decides.
 */
export const CreateBooking = z.strictObject({
  service_id: id().optional(),
  start_time: utcTime().optional(),
  contact: z
    .strictObject({ name: personName().optional(), email: email().optional(), phone: phone().optional() })
    .optional(),
  notes: freeText().optional(),
});
export type CreateBooking = z.infer<typeof CreateBooking>;

/** Body of contact create and update. The specification does not show it: conventional fields and any others. */
export const ContactBody = z.looseObject({
  name: personName().optional(),
  email: email().optional(),
  phone: phone().optional(),
});
export type ContactBody = z.infer<typeof ContactBody>;

/** Body of webhook creation. The specification does not show it: conventional fields and any others. */
export const WebhookBody = z.looseObject({
  /** Receives the notifications. */
  url: z.url(),
  /** Names from the event catalogue. */
  events: z.array(z.string().min(1)).min(1),
});
export type WebhookBody = z.infer<typeof WebhookBody>;

/** Body of key creation (specification, Resources, API key). */
export const ApiKeyBody = z.strictObject({
  /** A descriptive label. */
  name: z.string().trim().min(1).max(200),
  scopes: z.array(z.string().refine(isScope, { error: 'is not a scope' })).min(1),
  /** Default 365. */
  expires_in_days: z.int().min(1).max(3650).optional(),
});
export type ApiKeyBody = z.infer<typeof ApiKeyBody>;
