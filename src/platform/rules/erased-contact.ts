import { HttpError } from '../http/errors.ts';

/** Refuses to change an erased contact, and to book for it: its records would be those of the customer again. */
export const contactErased = () =>
  new HttpError(400, {
    error: 'contact_erased',
    message:
      'The customer of this contact was erased, and it can neither be changed nor booked for: create a new contact',
  });
