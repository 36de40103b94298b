import { ERASED_NAME } from '../../contract/index.ts';
import { contactNameKey, nameKey } from '../derived/keys.ts';
import { isSameName } from '../rules/same-name.ts';
import { addressesOf, HAS_NO_CONTACT, IS_TO_ERASE, numbersOf, ownNumbers } from './erasure.ts';
import type { ContactRow, Db } from './schema.ts';

/** Ids of records that may be those of a customer. Only a person can tell: they may be those of another one. */
export interface PossibleRecords {
  /** Other contacts with the name, and with no number or e-mail address, or with one that the customer has, or a number from before. */
  contacts: string[];
  /** Bookings of further contacts with the name, and with no number or e-mail address, or with a number from before. */
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
  const former = (await recordedNumbers(db, contact)).filter((number) => !numbers.includes(number));
  const contacts = await namesakes(db, contact, [...numbers, ...former], limit);
  const bookings = await bookingsOfNamesakes(db, contact, former, limit);
  const calls = await callsFrom(db, contact, [...numbers, ...former], limit);
  const isErased = new Set(erased);
  return {
    contacts,
    bookings: bookings.filter(({ contact_id }) => !contacts.includes(contact_id)).map(({ id }) => id),
    calls: calls.filter((id) => !isErased.has(id)),
  };
}

/** The numbers of the bookings and calls of a contact. */
async function recordedNumbers(db: Db, { id }: ContactRow): Promise<string[]> {
  const bookings = db.selectFrom('bookings').select('contact_phone_key as number').where('contact_id', '=', id);
  const calls = db.selectFrom('calls').select('phone_key as number').where('contact_id', '=', id);
  const rows = [...(await bookings.execute()), ...(await calls.execute())];
  return [...new Set(rows.flatMap(({ number }) => (number === null ? [] : [number])))];
}

async function namesakes(db: Db, contact: ContactRow, numbers: string[], limit: number): Promise<string[]> {
  const { id, team_id, name } = contact;
  const addresses = addressesOf(contact);
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
  former: string[],
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
        ...(former.length > 0 ? [eb('contact_phone_key', 'in', former)] : []),
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
