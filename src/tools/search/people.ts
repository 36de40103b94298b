import {
  type Booking,
  type Call,
  type Contact,
  type OtherDetails,
  otherDetails,
  type Read,
  type ReadFields,
} from '../../contract/index.ts';
import { createMatcher, isNumber, normalizeName } from '../../lib/search/text-search.ts';
import { asSentence, say } from '../../lib/text/sentence.ts';
import type { ToolContext } from '../core/context.ts';
import { ToolError } from '../core/errors.ts';

/** Known details of a person. Telephone numbers are in international format (E.164). */
export interface Person {
  email?: string | undefined;
  phone?: string | undefined;
  name?: string | undefined;
}

type Text = string | null | undefined;

/** Compares stored values with arguments of a call: telephone numbers and e-mail addresses in any usual notation. */
export interface PersonMatcher {
  phone(stored: Text, requested: string): boolean;
  email(stored: Text, requested: string): boolean;
}

/** Longer texts are no name, number or address, and comparing them would take long. */
const MAX_LENGTH = 1_000;

const isShort = (stored: Text): stored is string => !!stored && stored.length <= MAX_LENGTH;

/** Loads the telephone metadata with the first comparison that needs it. */
export async function createPersonMatcher({ settings }: ToolContext): Promise<PersonMatcher> {
  const { normalizePhone } = await import('../../lib/phone/phone.ts');
  const normalize = (number: string) => normalizePhone(number, settings.defaultCountry) ?? number;
  return {
    phone: (stored, requested) => isShort(stored) && normalize(stored) === normalize(requested),
    email: (stored, requested) => isShort(stored) && stored.trim().toLowerCase() === requested.toLowerCase(),
  };
}

/** A longer text is no number or address, and no value of a parameter. */
const MAX_PARAMETER = 100;

/** Returns the number and the e-mail address of a contact as parameters of lists have them, as far as they can be one. */
export async function detailParameters(
  { phone, email }: Pick<Person, 'phone' | 'email'>,
  { settings }: ToolContext,
): Promise<{ phone?: string; email?: string }> {
  const { normalizePhone } = await import('../../lib/phone/phone.ts');
  const number = phone && (normalizePhone(phone, settings.defaultCountry) ?? phone);
  return {
    ...(number && number.length <= MAX_PARAMETER ? { phone: number } : {}),
    ...(email && email.length <= MAX_PARAMETER ? { email } : {}),
  };
}

/** An address by itself, as a link, or behind a name: `Ann Lee <ann@example.com>`. */
const EMAIL = /^(?:mailto:|[^<>]*<)?([^\s<>:]+@[^\s<>]+?)>?$/i;
const SIP = /(?:^|<)sips?:/i;
/** A number with an extension, which stored numbers do not have. */
const WITH_EXTENSION = /^\+?[\d\s()./-]{7,}(?:;ext=|\s?(?:x|ext|extension)[.:]?\s?)\d{1,7}$/i;

/**
 * Reads a query as an e-mail address, a telephone number or a name.
 * @throws ToolError if it is a part of a telephone number.
 */
export async function parsePerson(text: string, context: ToolContext): Promise<Person> {
  const number = text.replace(/^tel:/i, '');
  if (isNumber(number) || WITH_EXTENSION.test(number)) return { phone: await wholeNumber(number, context) };
  if (SIP.test(text)) {
    const { numberInAddress } = await import('../../lib/phone/telephone-address.ts');
    const called = numberInAddress(text);
    if (called !== undefined) return { phone: await wholeNumber(called, context) };
  }
  const [, email] = EMAIL.exec(text) ?? [];
  if (email !== undefined) return { email };
  const { spelledNumber } = await import('../../lib/search/terms.ts');
  const spelled = spelledNumber(text);
  if (spelled !== undefined) return { phone: await wholeNumber(spelled, context) };
  return { name: text };
}

/** @throws ToolError if it is no telephone number, which also says how a part of one is found. */
async function wholeNumber(text: string, context: ToolContext): Promise<string> {
  try {
    return await context.phone(text);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    throw new ToolError(
      say`${asSentence(error.sentence)} If only its last digits are known: list_contacts with query finds contacts by four or more of them.`,
    );
  }
}

/** Matches contacts with the person's e-mail address or telephone number, also in a further field, or every word of the name. */
export function createContactFilter(person: Person, match: PersonMatcher): (read: Read<typeof Contact>) => boolean {
  const { name: sought, email: address, phone: number } = person;
  const matchesName = sought === undefined ? undefined : createMatcher(sought);
  const hasOther = ({ phones, emails }: OtherDetails) =>
    (address !== undefined && emails.some((email) => match.email(email, address))) ||
    (number !== undefined && phones.some((phone) => match.phone(phone, number)));
  return ({ fields: { name, email, phone }, other }) =>
    (address !== undefined && match.email(email, address)) ||
    (number !== undefined && match.phone(phone, number)) ||
    hasOther(otherDetails(other)) ||
    (matchesName !== undefined && isShort(name) && matchesName([name]));
}

/** Match the bookings and calls of a person: by contact id, otherwise by telephone number, e-mail address or full name. */
export function createActivityFilters(
  person: { id?: string | undefined; otherPhones?: readonly string[] } & Person,
  match: PersonMatcher,
) {
  const hasId = (id: Text) => person.id !== undefined && id === person.id;
  const hasPhone = (phone: Text) => person.phone !== undefined && match.phone(phone, person.phone);
  const hasOtherPhone = (phone: Text) => (person.otherPhones ?? []).some((other) => match.phone(phone, other));
  return {
    booking: ({ contact_id, contact }: ReadFields<typeof Booking>) => {
      if (contact_id && person.id) return contact_id === person.id;
      if (hasPhone(contact?.phone)) return true;
      if (person.email !== undefined && match.email(contact?.email, person.email)) return true;
      return (
        person.name !== undefined &&
        isShort(contact?.name) &&
        normalizeName(contact.name) === normalizeName(person.name)
      );
    },
    call: ({ contact_id, phone }: ReadFields<typeof Call>) =>
      hasId(contact_id) || (!contact_id && (hasPhone(phone) || hasOtherPhone(phone))),
  };
}
