import { sql } from 'kysely';
import { newId } from '../../lib/ids.ts';
import { emailKey, findContact, insertContact, matchContacts } from '../store/contacts.ts';
import type { Condition } from '../store/engine.ts';
import type { BookingRow, Db } from '../store/schema.ts';

/** The contact details that a booking stores. */
export interface BookingContact {
  name: string;
  email: string | null;
  phone: string | null;
}

/** The contact of a booking. */
export interface LinkedContact {
  id: string;
  isNew: boolean;
  /** What must still hold when the booking is stored. */
  conditions: Condition[];
  /** Adds the contact if it is new. */
  store(tx: Db): Promise<void>;
}

/** Finds the contact with the e-mail address, or else the phone, of a booking. It is a new one if none matches. */
export async function linkContact(
  db: Db,
  teamId: string,
  contact: BookingContact,
  now: number,
): Promise<LinkedContact> {
  const conditions: Condition[] = [];
  for (const { found, isSame } of await matchContacts(db, teamId, contact)) {
    // Another booking may add such a contact, and a change of one may remove the match.
    conditions.push(isSame);
    if (found) return { id: found.id, isNew: false, conditions, store: async () => {} };
  }
  return { ...newContact(teamId, contact, now), conditions };
}

/** A new contact with the details of a booking. */
export function newContact(teamId: string, contact: BookingContact, now: number): LinkedContact {
  const id = newId('ct');
  return {
    id,
    isNew: true,
    conditions: [],
    store: (tx) =>
      insertContact(tx, {
        ...contact,
        id,
        team_id: teamId,
        email_key: emailKey(contact.email),
        additional_json: '{}',
        created_at: now,
        updated_at: now,
      }),
  };
}

/**
 * Finds out whether the contact that a booking is linked to has the same e-mail address or phone as `contact`.
 * @returns also what must still hold when the booking is stored.
 */
export async function sharesEmailOrPhone(
  db: Db,
  booking: BookingRow,
  contact: BookingContact,
): Promise<{ shares: boolean; conditions: Condition[] }> {
  const linked = await findContact(db, booking.team_id, booking.contact_id);
  if (!linked) return { shares: false, conditions: [] };
  const { id, email_key, phone } = linked;
  const sameEmail = contact.email !== null && emailKey(contact.email) === email_key;
  const isAsRead = sql<boolean>`exists (select 1 from contacts where id = ${id}
    and email_key is not distinct from ${email_key} and phone is not distinct from ${phone})`;
  return { shares: sameEmail || (contact.phone !== null && contact.phone === phone), conditions: [isAsRead] };
}
