import type { Booking, Call, Contact, ReadFields } from '../../contract/index.ts';
import { createMatcher, normalizeText } from '../../lib/text-search.ts';
import type { ToolContext } from '../core/context.ts';

/** Somebody, by what is known of them. Telephone numbers are in international format. */
export interface Person {
  email?: string | undefined;
  phone?: string | undefined;
  name?: string | undefined;
}

type Text = string | null | undefined;

/** Compares what platforms store with what callers give: telephone numbers and addresses in any usual writing. */
export interface PersonMatcher {
  phone(stored: Text, wanted: string): boolean;
  email(stored: Text, wanted: string): boolean;
}

/** Telephone metadata is loaded with the first comparison that needs it. */
export async function personMatcher({ settings }: ToolContext): Promise<PersonMatcher> {
  const { normalizePhone } = await import('../../lib/phone.ts');
  const normal = (number: string) => normalizePhone(number, settings.defaultCountry) ?? number;
  return {
    phone: (stored, wanted) => !!stored && normal(stored) === normal(wanted),
    email: (stored, wanted) => !!stored && stored.trim().toLowerCase() === wanted.toLowerCase(),
  };
}

/** What a caller is looked up by, out of one text: an e-mail address, a telephone number, or a name. */
export async function readPerson(text: string, context: ToolContext): Promise<Person> {
  if (/^\S+@\S+$/.test(text)) return { email: text };
  if (/^[+\d][\d\s()./-]{4,}$/.test(text.replace(/^\(/, ''))) return { phone: await context.phone(text) };
  return { name: text };
}

/** Whether a contact is the person looked for: same address or number, or every word of the name. */
export function isContact(person: Person, match: PersonMatcher): (fields: ReadFields<typeof Contact>) => boolean {
  const named = person.name === undefined ? undefined : createMatcher(person.name);
  return ({ name, email, phone }) =>
    (person.email !== undefined && match.email(email, person.email)) ||
    (person.phone !== undefined && match.phone(phone, person.phone)) ||
    (named !== undefined && typeof name === 'string' && named([name]));
}

/** Whether a booking or call is the person's: by contact id, else by number, address, or the whole name. */
export function concernsPerson(contact: { id?: string | undefined } & Person, match: PersonMatcher) {
  const byId = (id: Text) => contact.id !== undefined && id === contact.id;
  const byNumber = (phone: Text) => contact.phone !== undefined && match.phone(phone, contact.phone);
  return {
    booking: ({ contact_id, contact: given }: ReadFields<typeof Booking>) => {
      if (contact_id && contact.id) return contact_id === contact.id;
      if (byNumber(given?.phone)) return true;
      if (contact.email !== undefined && match.email(given?.email, contact.email)) return true;
      return contact.name !== undefined && !!given?.name && normalizeText(given.name) === normalizeText(contact.name);
    },
    call: ({ contact_id, phone }: ReadFields<typeof Call>) => byId(contact_id) || (!contact_id && byNumber(phone)),
  };
}
