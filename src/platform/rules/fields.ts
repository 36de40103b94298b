import * as z from 'zod';
import { isInternationalNumber } from '../../lib/phone/international-number.ts';
import { isFiller } from '../../lib/phone/telephone-address.ts';

/** The longest deliverable e-mail address (RFC 5321, 4.5.3.1.3). */
const MAX_EMAIL_LENGTH = 254;
const MAX_NAME_LENGTH = 200;
export const MAX_NOTES_LENGTH = 10_000;

export const isEmail = (value: string) => value.length <= MAX_EMAIL_LENGTH && z.regexes.email.test(value);
/** True for the international format of a number that can be someone's. */
export const isPhone = (value: string) => isInternationalNumber(value) && !isFiller(value);

/** A person's name, trimmed. */
export const nameField = () =>
  z
    .string()
    .trim()
    .refine((value) => value !== '', { error: 'must not be empty' })
    .refine((value) => value.length <= MAX_NAME_LENGTH, { error: `must have at most ${MAX_NAME_LENGTH} characters` });

export const emailField = () => z.string().trim().refine(isEmail, { error: 'must be an e-mail address' });

export const phoneField = () =>
  z
    .string()
    .trim()
    .refine(isPhone, { error: 'must be a phone number in international format, + and 7 to 15 digits: +15550100123' })
    .describe('International format: + and 7 to 15 digits');

export const notesField = () => z.string().max(MAX_NOTES_LENGTH);
