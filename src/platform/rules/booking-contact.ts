import { newId } from '../../lib/ids.ts';
import { emailKey, findContact, insertContact, matchContact } from '../store/contacts.ts';
import type { BookingRow, Db } from '../store/schema.ts';

/** Whom a booking is for. */
export interface BookingContact {
  name: string;
  email: string | null;
  phone: string | null;
}

/** The id of the contact that a booking belongs to: the one with its e-mail address or else its phone, or a new one. */
export async function linkContact(tx: Db, teamId: string, contact: BookingContact, now: number): Promise<string> {
  const known = await matchContact(tx, teamId, contact);
  if (known) return known.id;
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

/** Whether the contact that a booking is linked to still has its e-mail address or phone. */
export async function sharesEmailOrPhone(tx: Db, booking: BookingRow, contact: BookingContact): Promise<boolean> {
  const linked = await findContact(tx, booking.team_id, booking.contact_id);
  if (!linked) return false;
  const sameEmail = contact.email !== null && emailKey(contact.email) === linked.email_key;
  return sameEmail || (contact.phone !== null && contact.phone === linked.phone);
}
