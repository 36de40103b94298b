import * as z from 'zod';
import { email, freeText, id, personName, phone, utcTime } from './fields.ts';
import { isScope } from './scopes.ts';

/**
 * `CreateBooking`: the documented body of booking create, update and cancel (specification, Endpoints, note 7).
 * Which fields are required is not shown, so none is here; each platform decides.
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

/** Body of contact create and update: not shown, so the conventional fields and whatever a caller adds. */
export const ContactBody = z.looseObject({
  name: personName().optional(),
  email: email().optional(),
  phone: phone().optional(),
});
export type ContactBody = z.infer<typeof ContactBody>;

/** Body of webhook creation: not shown, so the conventional fields and whatever a caller adds. */
export const WebhookBody = z.looseObject({
  /** Where notifications go. */
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
