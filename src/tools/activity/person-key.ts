import type { ToolContext } from '../core/context.ts';

type Text = string | null | undefined;

/** Details of the person of a record. */
interface PersonDetails {
  id?: Text;
  name?: Text;
  phone?: Text;
  email?: Text;
}

/** Returns a text that is equal for records of one person; empty if the record names none. */
export type PersonKey = (details: PersonDetails) => string;

/** Longer texts are no number or address, and parsing them would take long. */
const MAX_LENGTH = 100;

/**
 * Identifies people by their contact id, else by telephone number in any notation, e-mail address or name, whichever a record
 * has first. Loads the telephone metadata.
 */
export async function createPersonKey({ settings }: Pick<ToolContext, 'settings'>): Promise<PersonKey> {
  const { normalizePhone } = await import('../../lib/phone/phone.ts');
  const normalized = (phone: string) =>
    (phone.length <= MAX_LENGTH && normalizePhone(phone, settings.defaultCountry)) || phone;
  return ({ id, name, phone, email }) => {
    if (id) return `id ${id}`;
    if (phone) return `phone ${normalized(phone)}`;
    if (email) return `email ${email.trim().toLowerCase()}`;
    return name ? `name ${name.trim().toLowerCase()}` : '';
  };
}
