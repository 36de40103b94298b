import { newId } from '../../lib/ids.ts';
import { emailKey, findContact, insertContact, matchContact } from '../store/contacts.ts';
import type { BookingRow, Db } from '../store/schema.ts';

/** The contact details that a booking stores. */
export interface BookingContact {
  name: string;
  email: string | null;
  phone: string | null;
}

/** Returns the id of the contact with the e-mail address, or else the phone, of a booking. Creates one if none matches. */
export async function linkContact(tx: Db, teamId: string, contact: BookingContact, now: number): Promise<string> {
  const existing = await matchContact(tx, teamId, contact);
  return existing?.id ?? addContact(tx, teamId, contact, now);
}

/** Adds a contact with the details of a booking. Returns its id. */
export async function addContact(tx: Db, teamId: string, contact: BookingContact, now: number): Promise<string> {
  const id = newId('ct');
  await insertContact(tx, {
    ...contact,
    id,
    team_id: teamId,
    email_key: emailKey(contact.email),
    additional_json: '{}',
    created_at: now,
    updated_at: now,
  });
  return id;
}

/** True if the contact that a booking is linked to has the same e-mail address or phone as `contact`. */
export async function sharesEmailOrPhone(tx: Db, booking: BookingRow, contact: BookingContact): Promise<boolean> {
  const linked = await findContact(tx, booking.team_id, booking.contact_id);
  if (!linked) return false;
  const sameEmail = contact.email !== null && emailKey(contact.email) === linked.email_key;
  return sameEmail || (contact.phone !== null && contact.phone === linked.phone);
}
