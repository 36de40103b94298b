import { sql } from 'kysely';
import { isErasedContact } from '../../contract/index.ts';
import { newId } from '../../lib/ids.ts';
import { invalid } from '../http/errors.ts';
import { emailKey, findContact, insertContact, sharingContacts } from '../store/contacts/contacts.ts';
import { otherDetailsOf } from '../store/contacts/other-details.ts';
import type { Condition } from '../store/engine.ts';
import type { BookingRow, ContactRow, Db } from '../store/schema/schema.ts';
import { contactErased } from './erased-contact.ts';
import { isSameName } from './same-name.ts';

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

/**
 * Finds the contact of a booking among those with its e-mail address, then those with its phone. Families share both: it is the
 * first one whose name can be that of the booking, or else the oldest. Those that have either in a further field come after the
 * others. It is a new one if none matches.
 */
export async function linkContact(
  db: Db,
  teamId: string,
  contact: BookingContact,
  now: number,
): Promise<LinkedContact> {
  const { groups, conditions } = await contactsSharing(db, teamId, contact);
  const found = usualOf(groups, contact.name);
  // Another booking may add such a contact, and a change of one may remove the match.
  if (found) return { id: found.id, isNew: false, conditions, store: async () => {} };
  return { ...newContact(teamId, contact, now), conditions };
}

/** A contact whose name is exactly the given one, or else can be: `Lee` is not `Ann Lee` if there is one. */
const ofName = <C extends { name: string }>(contacts: readonly C[], name: string): C | undefined =>
  contacts.find((contact) => contact.name === name) ?? contacts.find((contact) => isSameName(contact.name, name));

type Shared = Pick<ContactRow, 'id' | 'name'>;

/** The same, first among those of the first group. */
const ofNameIn = (groups: readonly (readonly Shared[])[], name: string): Shared | undefined =>
  groups.map((contacts) => ofName(contacts, name)).find((found) => found !== undefined);

const usualOf = (groups: readonly (readonly Shared[])[], name: string): Shared | undefined =>
  ofNameIn(groups, name) ?? groups.flat()[0];

/** The contacts with the address or phone, and then those that have either in a further field. */
async function contactsSharing(db: Db, teamId: string, contact: BookingContact) {
  const sharing = await sharingContacts(db, teamId, contact);
  const group = (isFurther: boolean): readonly Shared[] =>
    sharing.flatMap(({ contacts, isOther }) => (isOther === isFurther ? contacts : []));
  return {
    groups: [group(false), group(true)] as const,
    conditions: sharing.map(({ isSame }) => isSame),
  };
}

/** The contact that the request names. */
export async function chosenContact(db: Db, teamId: string, id: string): Promise<LinkedContact> {
  const contact = await findContact(db, teamId, id);
  if (!contact) throw invalid('contact.id: there is no such contact');
  if (isErasedContact(contact)) throw contactErased();
  // An erasure until then would not find the booking.
  return { id, isNew: false, conditions: [isAsRead(contact)], store: async () => {} };
}

/**
 * Requires that a booking is not that of an erased contact: its details would name the customer again.
 * @returns what must still hold when the booking is stored.
 */
export async function requireUnerased(db: Db, { team_id, contact_id }: BookingRow): Promise<Condition[]> {
  const contact = await findContact(db, team_id, contact_id);
  if (!contact) return [];
  if (isErasedContact(contact)) throw contactErased();
  return [isAsRead(contact)];
}

/** True while a contact has the name and addresses that were read, also those in further fields. */
const isAsRead = ({ id, name, email_key, phone, additional_json }: ContactRow): Condition =>
  sql<boolean>`exists (select 1 from contacts where id = ${id} and name = ${name} and email_key is not distinct from ${email_key}
    and phone is not distinct from ${phone} and additional_json = ${additional_json})`;

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
 * Finds out whether a booking stays with the contact that it is linked to. It does while they share an e-mail address or phone,
 * unless the name is rather that of another contact that also has it. It also does with other details if the contact was chosen, or
 * has the name, and the change leaves some of the details: the booking then leaves it only for a contact with exactly the name.
 * @returns also what must still hold when the booking is stored.
 */
export async function staysLinked(
  db: Db,
  booking: BookingRow,
  contact: BookingContact,
): Promise<{ stays: boolean; conditions: Condition[] }> {
  const linked = await findContact(db, booking.team_id, booking.contact_id);
  if (!linked) return { stays: false, conditions: [] };
  const before = { name: booking.contact_name, email: booking.contact_email, phone: booking.contact_phone };
  const isFound = isReachedLike(linked, contact) || hasOther(linked, contact);
  const isRenamed = before.name !== contact.name;
  const { id: usual, ...chosen } =
    isFound && isRenamed ? NOT_ASKED : await foundFor(db, booking.team_id, before, linked);
  const conditions = [isAsRead(linked), ...chosen.conditions];
  const isOfPerson = chosen.wasChosen || (!isErasedContact(linked) && isSameName(linked.name, contact.name));
  const mayStay = isFound || (isOfPerson && isPartOf(before, contact));
  const isCertain = linked.name === contact.name && (isFound || chosen.wasChosen);
  if (!mayStay || isCertain || (isFound && chosen.wasChosen)) return { stays: mayStay, conditions };
  const { groups, conditions: shared } = await contactsSharing(db, booking.team_id, contact);
  // Who was passed over when another one was chosen is passed over again, unless the name changes.
  const [owners, others] = groups.map((contacts) =>
    contacts.filter(({ id }) => id !== linked.id && (isRenamed || !chosen.wasChosen || id !== usual)),
  ) as [Shared[], Shared[]];
  const named = isFound
    ? ofNameIn([[linked, ...owners], others], contact.name)
    : [...owners, ...others].find(({ name }) => name === contact.name);
  return { stays: named === undefined || named.id === linked.id, conditions: [...conditions, ...shared] };
}

/** The contact that a booking with some details gets, and whether another one was therefore chosen for it. */
interface UsualContact {
  id: string | undefined;
  wasChosen: boolean;
  conditions: Condition[];
}
const NOT_ASKED: UsualContact = { id: undefined, wasChosen: false, conditions: [] };

/** No column says who was chosen, but a contact that the details do not lead to was. */
async function foundFor(db: Db, teamId: string, details: BookingContact, linked: ContactRow): Promise<UsualContact> {
  if (isErasedContact(linked)) return NOT_ASKED;
  const { groups, conditions } = await contactsSharing(db, teamId, details);
  const id = usualOf(groups, details.name)?.id;
  return { id, wasChosen: id !== linked.id, conditions };
}

type Reach = Pick<BookingContact, 'email' | 'phone'>;

/** True if two have the same e-mail address or phone. */
const isReachedLike = (one: Reach, other: Reach): boolean =>
  (one.email !== null && emailKey(one.email) === emailKey(other.email)) ||
  (one.phone !== null && one.phone === other.phone);

/** True if a contact has the e-mail address or phone of a booking in a further field. */
function hasOther(linked: ContactRow, { email, phone }: Reach): boolean {
  const { phones, emails } = otherDetailsOf(linked);
  return (email !== null && emails.includes(emailKey(email))) || (phone !== null && phones.includes(phone));
}

/** True if a change of details leaves some of them, so that it does not name another person altogether. */
const isPartOf = (before: BookingContact, after: BookingContact): boolean =>
  isSameName(before.name, after.name) || isReachedLike(before, after);
