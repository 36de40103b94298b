import { normalizeName, normalizeText } from '../../lib/search/text-search.ts';
import { cutSortKey } from '../../lib/text/text-order.ts';
import type { BookingRow, CallRow, ContactRow, NumberedKind, Schema, Unnumbered } from '../store/schema/schema.ts';

/** Longer texts are no name, number or address: no search compares them. */
const MAX_LENGTH = 1_000;

/** Returns the form in which telephone numbers are compared. It depends on no country: stored numbers begin with +. */
export async function phoneKey(phone: string): Promise<string>;
export async function phoneKey(phone: string | null): Promise<string | null>;
export async function phoneKey(phone: string | null): Promise<string | null> {
  if (!phone || phone.length > MAX_LENGTH) return null;
  // The metadata of all countries is loaded with the first number.
  const { normalizePhone } = await import('../../lib/phone/phone.ts');
  return normalizePhone(phone, undefined) ?? phone;
}

/** Returns the form in which e-mail addresses are compared. */
export const addressKey = (email: string | null): string | null =>
  email && email.length <= MAX_LENGTH ? email.trim().toLowerCase() : null;

/** Returns the form in which whole names are compared. */
export const nameKey = (name: string | null): string | null =>
  name && name.length <= MAX_LENGTH ? normalizeName(name) : null;

/** Returns the key of lists of contacts by name. */
export const contactNameKey = (name: string) => cutSortKey(normalizeText(name));

/** What searches compare of a contact, and the key of lists by name. */
export const contactKeys = async ({ name, phone }: Pick<ContactRow, 'name' | 'phone'>) => ({
  name_key: contactNameKey(name),
  phone_key: await phoneKey(phone),
});

/** What searches compare of the person of a booking. */
export const bookingKeys = async (booking: Pick<BookingRow, 'contact_name' | 'contact_email' | 'contact_phone'>) => ({
  contact_name_key: nameKey(booking.contact_name),
  contact_email_key: addressKey(booking.contact_email),
  contact_phone_key: await phoneKey(booking.contact_phone),
});

/** What searches compare of the person of a call. */
export const callKeys = async ({ phone }: Pick<CallRow, 'phone'>) => ({ phone_key: await phoneKey(phone) });

const KEYS: { [K in NumberedKind]: (row: Unnumbered<Schema[K]>) => Promise<Partial<Schema[K]>> } = {
  contacts: contactKeys,
  bookings: bookingKeys,
  calls: callKeys,
};

/** Returns what searches compare of a row of a kind. */
export const keysOf = <K extends NumberedKind>(kind: K, row: Unnumbered<Schema[K]>): Promise<Partial<Schema[K]>> =>
  KEYS[kind](row);
