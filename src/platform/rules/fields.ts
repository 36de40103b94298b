import * as z from 'zod';

/** Longest e-mail address that can be delivered to (RFC 5321, 4.5.3.1.3). */
const LONGEST_EMAIL = 254;
const LONGEST_NAME = 200;
const LONGEST_NOTES = 10_000;

export const isEmail = (value: string) => value.length <= LONGEST_EMAIL && z.regexes.email.test(value);
/** International format: + and 7 to 15 digits (ITU-T E.164). */
export const isPhone = (value: string) => /^\+[1-9]\d{6,14}$/.test(value);

/** A person's name, without spaces around it. */
export const nameField = () =>
  z
    .string()
    .trim()
    .refine((value) => value !== '', { error: 'must not be empty' })
    .refine((value) => value.length <= LONGEST_NAME, { error: `must have at most ${LONGEST_NAME} characters` });

export const emailField = () => z.string().trim().refine(isEmail, { error: 'must be an e-mail address' });

export const phoneField = () =>
  z
    .string()
    .trim()
    .refine(isPhone, { error: 'must be a phone number in international format, + and 7 to 15 digits: +15550100123' });

export const notesField = () => z.string().max(LONGEST_NOTES);
