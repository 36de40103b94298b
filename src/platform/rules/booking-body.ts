import * as z from 'zod';
import { CreatedBooking, createBookingSchema, NO_SHOW } from '../../contract/index.ts';
import { memoize } from '../../lib/concurrency/lazy.ts';
import { emailField, nameField, notesField, phoneField } from './fields.ts';

// Made with their first use: most processes that start only read.

/** `CreateBooking` with this platform's validation of its fields. Null means that a contact detail is absent. */
export const bookingFieldsSchema = memoize(() =>
  createBookingSchema().extend({
    contact: createBookingSchema()
      .shape.contact.unwrap()
      .extend({ name: nameField().optional(), email: emailField().nullish(), phone: phoneField().nullish() })
      .optional(),
    notes: notesField().optional(),
  }),
);

/** The body of booking creation: `notes` is optional, and one of e-mail and phone is required unless the contact is chosen or new. */
export const newBookingSchema = memoize(() =>
  bookingFieldsSchema()
    .omit({ status: true, use_service_duration: true })
    .required({ service_id: true, start_time: true })
    .extend({ contact: bookingFieldsSchema().shape.contact.unwrap().required({ name: true }) })
    .refine(({ contact, new_contact: isNew }) => isNew || contact.id !== undefined || isReachable(contact), {
      path: ['contact'],
      error: 'needs an email or a phone',
    }),
);
export type NewBooking = z.infer<ReturnType<typeof newBookingSchema>>;

/** The fields that only the platform sets. They are ignored, so that a client can send back a record that it has read. */
const readOnly = memoize(() =>
  ['id', ...Object.keys(CreatedBooking.chosen)].filter((name) => !Object.hasOwn(createBookingSchema().shape, name)),
);

/** The body of booking update: absent fields stay unchanged. */
export const changedBookingSchema = memoize(() =>
  withoutReadOnly(
    // A booking is cancelled by another endpoint. A cancelled one that is sent back as it was read is refused as such.
    bookingFieldsSchema()
      .omit({ new_contact: true })
      .extend({ status: z.enum(['confirmed', NO_SHOW, 'cancelled']).optional() }),
  ),
);
export type ChangedBooking = z.infer<ReturnType<typeof changedBookingSchema>>;

/** The body of booking cancellation. Its fields are ignored (specification: "`CreateBooking` is declared required"). */
export const cancelledBookingSchema = memoize(() =>
  withoutReadOnly(
    createBookingSchema().extend({ contact: z.looseObject({}).optional(), status: z.unknown().optional() }),
  ),
);

function withoutReadOnly<S extends z.ZodType>(schema: S) {
  return z
    .looseObject({})
    .transform((body) => Object.fromEntries(Object.entries(body).filter(([name]) => !readOnly().includes(name))))
    .pipe(schema as z.ZodType<z.output<S>, Record<string, unknown>>);
}

/** True if the contact has an e-mail address or a phone number. */
export function isReachable(contact: {
  email?: string | null | undefined;
  phone?: string | null | undefined;
}): boolean {
  return Boolean(contact.email ?? contact.phone);
}
