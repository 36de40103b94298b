import { ERASED_NAME } from '../../../contract/index.ts';
import { contactNameKey, nameKey } from '../../derived/keys.ts';
import { isSameName } from '../../rules/same-name.ts';
import type { ContactRow, Db } from '../schema/schema.ts';
import { addressesOf, HAS_NO_CONTACT, IS_TO_ERASE, numbersOf, ownNumbers } from './erasure.ts';

/** Ids of records that may be those of a customer. Only a person can tell: they may be those of another one. */
export interface PossibleRecords {
  /** Other contacts with the name, and with no number or e-mail address, or with one that the customer has or had. */
  contacts: string[];
  /** Bookings of further contacts with the name, and with no number or e-mail address, or with a former one. */
  bookings: string[];
  /** Calls of no contact from a number that the customer shares with another contact, or had before. */
  calls: string[];
}

/**
 * Finds the records that may be those of a customer, at most `limit` of each kind.
 * @param erased ids of the calls that are erased with the customer
 */
export async function possibleRecords(
  db: Db,
  contact: ContactRow,
  erased: readonly string[],
  limit: number,
): Promise<PossibleRecords> {
  const numbers = await numbersOf(contact);
  const addresses = addressesOf(contact);
  const recorded = await recordedReach(db, contact);
  const former = {
    numbers: recorded.numbers.filter((number) => !numbers.includes(number)),
    addresses: recorded.addresses.filter((address) => !addresses.includes(address)),
  };
  const all = { numbers: [...numbers, ...former.numbers], addresses: [...addresses, ...former.addresses] };
  const contacts = await namesakes(db, contact, all, limit);
  const bookings = await bookingsOfNamesakes(db, contact, former, limit);
  const calls = await callsFrom(db, contact, all.numbers, limit);
  const isErased = new Set(erased);
  return {
    contacts,
    bookings: bookings.filter(({ contact_id }) => !contacts.includes(contact_id)).map(({ id }) => id),
    calls: calls.filter((id) => !isErased.has(id)),
  };
}

/** Keys of telephone numbers and e-mail addresses. */
interface Reach {
  numbers: string[];
  addresses: string[];
}

/** The numbers and addresses of the bookings and calls of a contact. */
async function recordedReach(db: Db, { id }: ContactRow): Promise<Reach> {
  const bookings = await db
    .selectFrom('bookings')
    .select(['contact_phone_key', 'contact_email_key'])
    .where('contact_id', '=', id)
    .execute();
  const calls = await db.selectFrom('calls').select('phone_key').where('contact_id', '=', id).execute();
  const known = (values: (string | null)[]) => [...new Set(values.filter((value) => value !== null))];
  return {
    numbers: known([...bookings.map((one) => one.contact_phone_key), ...calls.map((one) => one.phone_key)]),
    addresses: known(bookings.map((one) => one.contact_email_key)),
  };
}

async function namesakes(
  db: Db,
  { id, team_id, name }: ContactRow,
  { numbers, addresses }: Reach,
  limit: number,
): Promise<string[]> {
  if (name === ERASED_NAME) return [];
  const found = await db
    .selectFrom('contacts')
    .select(['id', 'name'])
    .where('team_id', '=', team_id)
    .where('name_key', '=', contactNameKey(name))
    .where('id', '<>', id)
    .where(({ eb, and, or }) =>
      or([
        and([eb('phone', 'is', null), eb('email', 'is', null)]),
        ...(numbers.length > 0 ? [eb('phone_key', 'in', numbers)] : []),
        ...(addresses.length > 0 ? [eb('email_key', 'in', addresses)] : []),
      ]),
    )
    .orderBy('id')
    .limit(limit)
    .execute();
  return found.filter((other) => isSameName(other.name, name)).map((other) => other.id);
}

async function bookingsOfNamesakes(
  db: Db,
  { id, team_id, name }: ContactRow,
  former: Reach,
  limit: number,
): Promise<{ id: string; contact_id: string }[]> {
  const key = nameKey(name);
  if (name === ERASED_NAME || key === null) return [];
  return db
    .selectFrom('bookings')
    .select(['id', 'contact_id'])
    .where('team_id', '=', team_id)
    .where('contact_name_key', '=', key)
    .where('contact_id', '<>', id)
    .where(({ eb, and, or }) =>
      or([
        and([eb('contact_phone', 'is', null), eb('contact_email', 'is', null)]),
        ...(former.numbers.length > 0 ? [eb('contact_phone_key', 'in', former.numbers)] : []),
        ...(former.addresses.length > 0 ? [eb('contact_email_key', 'in', former.addresses)] : []),
      ]),
    )
    .orderBy('start_time')
    .orderBy('id')
    .limit(limit)
    .execute();
}

async function callsFrom(db: Db, contact: ContactRow, numbers: string[], limit: number): Promise<string[]> {
  const own = await ownNumbers(db, contact);
  const unclear = numbers.filter((number) => !own.includes(number));
  if (unclear.length === 0) return [];
  const calls = await db
    .selectFrom('calls')
    .select('calls.id')
    .where('calls.team_id', '=', contact.team_id)
    .where('calls.phone_key', 'in', unclear)
    .where(HAS_NO_CONTACT)
    .where(IS_TO_ERASE)
    .orderBy('calls.id')
    .limit(limit)
    .execute();
  return calls.map(({ id }) => id);
}
