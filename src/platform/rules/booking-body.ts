import * as z from 'zod';
import { Booking, CreateBooking } from '../../contract/index.ts';
import { emailField, nameField, notesField, phoneField } from './fields.ts';

/** `CreateBooking` with what this platform demands of its fields. Null stands for a part that there is not. */
const Fields = CreateBooking.extend({
  contact: z
    .strictObject({ name: nameField().optional(), email: emailField().nullish(), phone: phoneField().nullish() })
    .optional(),
  notes: notesField().optional(),
});

/** The body of booking creation: `notes` may be left out, and one of e-mail and phone. */
export const NewBooking = Fields.required({ service_id: true, start_time: true }).extend({
  contact: Fields.shape.contact
    .unwrap()
    .required({ name: true })
    .refine(isReachable, { error: 'needs an email or a phone' }),
});
export type NewBooking = z.infer<typeof NewBooking>;

/** The fields of a booking that only the platform sets. A record that was read can be sent back with them in it. */
const readOnly = Object.keys(Booking.chosen).concat('id');

/** The body of booking update: what is absent stays as it is. */
export const ChangedBooking = withoutReadOnly(Fields);
export type ChangedBooking = z.infer<typeof Fields>;

/** The body of booking cancellation, whose fields mean nothing (specification: "`CreateBooking` is declared required"). */
export const CancelledBooking = withoutReadOnly(CreateBooking.extend({ contact: z.looseObject({}).optional() }));

function withoutReadOnly<S extends z.ZodType>(schema: S) {
  return z
    .looseObject({})
    .transform((body) => Object.fromEntries(Object.entries(body).filter(([name]) => !readOnly.includes(name))))
    .pipe(schema as z.ZodType<z.output<S>, Record<string, unknown>>);
}

/** Whether there is a way to reach the person. */
export function isReachable(contact: {
  email?: string | null | undefined;
  phone?: string | null | undefined;
}): boolean {
  return Boolean(contact.email ?? contact.phone);
}
