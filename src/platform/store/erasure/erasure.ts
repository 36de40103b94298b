import { type Expression, type SqlBool, sql } from 'kysely';
import { ERASED_NAME } from '../../../contract/index.ts';
import { DAY_MS } from '../../../lib/time/units.ts';
import { phoneKey } from '../../derived/keys.ts';
import { type NamedBooking, selectAhead, selectNamed } from '../bookings/bookings.ts';
import { IS_AT_CHANGE } from '../calls/calls.ts';
import { emailKey } from '../contacts/contacts.ts';
import { otherDetailsOf, withOtherDetail } from '../contacts/other-details.ts';
import type { ContactRow, Db } from '../schema/schema.ts';
import { isErased } from './is-erased.ts';

/** Records of a kind that the plan of an erasure reads: more than a customer has. */
export const MAX_PLANNED = 100_000;

/** The columns of each table that tell about a customer, with the values that tell nothing. */
export const ERASED_CONTACT = { name: ERASED_NAME, email: null, email_key: null, phone: null, additional_json: '{}' };
export const ERASED_BOOKING = { contact_name: ERASED_NAME, contact_email: null, contact_phone: null, notes: '' };
export const ERASED_CALL = {
  phone: null,
  summary: null,
  transcript_json: '[]',
  recording_url: null,
  fields_json: null,
  tools_json: null,
  further_text: null,
};

/** The condition that a row still tells something. */
const tells = (table: 'bookings' | 'calls', erased: Record<string, string | null>): Expression<SqlBool> =>
  sql<boolean>`(${sql.join(
    Object.entries(erased).map(([column, value]) => {
      const name = sql.ref(`${table}.${column}`);
      return value === null ? sql`${name} is not null` : sql`${name} <> ${sql.lit(value)}`;
    }),
    sql` or `,
  )})`;

/** The bookings of a contact that tell something about the customer, at most `limit`. */
export const bookingsToErase = (db: Db, { team_id, id }: ContactRow, limit: number): Promise<NamedBooking[]> =>
  selectNamed(db)
    .where('bookings.contact_id', '=', id)
    .where('bookings.team_id', '=', team_id)
    .where(tells('bookings', ERASED_BOOKING))
    .limit(limit)
    .execute();

/** The first booking of a contact that has not ended; undefined without one. */
export async function nextBooking(db: Db, contact: ContactRow, now: number): Promise<NamedBooking | undefined> {
  return selectAhead(db, contact, now).limit(1).executeTakeFirst();
}

/**
 * The ids of calls with a customer that are to be erased, at most `limit` of each kind: those of the contact, and those of no
 * contact that came from a number which only this contact has, also in a further field, or in which a booking of the contact was
 * changed. Systems can use the same ids: such a call was at the time of the change and, if there are several, from no other number.
 */
export async function callsToErase(db: Db, contact: ContactRow, limit: number): Promise<string[]> {
  const calls = () => db.selectFrom('calls').select('calls.id').where(IS_TO_ERASE).limit(limit);
  const own = await calls().where('calls.contact_id', '=', contact.id).execute();
  const keys = await numbersOf(contact);
  const numbers = await ownOnly(db, contact, 'phone_key', keys);
  const byNumber =
    numbers.length === 0
      ? []
      : await calls()
          .where('calls.team_id', '=', contact.team_id)
          .where('calls.phone_key', 'in', numbers)
          .where(HAS_NO_CONTACT)
          .execute();
  const byBooking = await callsOfChanges(db, contact)
    .$if(keys.length > 0, (query) =>
      query.where(({ eb, or }) => or([eb('calls.phone', 'is', null), eb('calls.phone_key', 'in', keys), IS_ONLY])),
    )
    .where(HAS_NO_CONTACT)
    .limit(limit)
    .execute();
  return [...new Set([...own, ...byNumber, ...byBooking].map(({ id }) => id))];
}

/**
 * The calls in which a booking of a contact was changed, and that are not erased. They are searched from the bookings on, because
 * there can be very many calls without a contact: SQLite keeps the order of a cross join.
 */
const callsOfChanges = (db: Db, contact: ContactRow) =>
  db
    .selectFrom('bookings')
    .crossJoin('booking_calls')
    .crossJoin('calls')
    .select('calls.id')
    .where('bookings.contact_id', '=', contact.id)
    .whereRef('booking_calls.booking_id', '=', 'bookings.id')
    .whereRef('calls.team_id', '=', 'booking_calls.team_id')
    .whereRef('calls.call_reference', '=', 'booking_calls.call_reference')
    .where(IS_AT_CHANGE)
    .where(IS_TO_ERASE);

/** The ids of calls with other contacts in which a booking of a contact was changed, at most `limit`. */
export async function callsOfOthers(db: Db, contact: ContactRow, limit: number): Promise<string[]> {
  const calls = await callsOfChanges(db, contact)
    .where(sql<boolean>`coalesce(calls.contact_id, ${contact.id}) <> ${contact.id}`)
    .limit(limit)
    .execute();
  return [...new Set(calls.map(({ id }) => id))];
}

/**
 * True if a booking of an erased contact was changed in a call with this id.
 * @param during the first and the last moment of the change, in epoch milliseconds; undefined: any.
 */
export async function changesErasedBooking(
  db: Db,
  teamId: string,
  callReference: string,
  during: readonly [number, number] | undefined,
): Promise<boolean> {
  let query = db
    .selectFrom('booking_calls')
    .innerJoin('bookings', 'bookings.id', 'booking_calls.booking_id')
    .innerJoin('contacts', 'contacts.id', 'bookings.contact_id')
    .select('booking_calls.id')
    .where('booking_calls.team_id', '=', teamId)
    .where('booking_calls.call_reference', '=', callReference)
    .where(isErased('contacts'));
  if (during) query = query.where('booking_calls.at', '>=', during[0]).where('booking_calls.at', '<=', during[1]);
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}

/** Also calls that tell nothing yet, because a later report of them would. */
export const IS_TO_ERASE = sql<boolean>`calls.erased_at is null`;

/**
 * No call of the time from another number has its id: people also call from numbers that they have not given, and two sources can
 * have one call.
 */
const IS_ONLY = sql<boolean>`not exists (
  select 1 from calls as others
  where others.team_id = calls.team_id and others.call_reference = calls.call_reference and others.id <> calls.id
    and coalesce(others.phone_key, '') <> coalesce(calls.phone_key, '')
    and others.started_at between calls.started_at - ${sql.lit(DAY_MS)} and calls.ended_at + ${sql.lit(DAY_MS)})`;

/** As an operand, so that the index of contacts is not searched for it. */
export const HAS_NO_CONTACT = sql<boolean>`coalesce("calls"."contact_id", '') = ''`;

/** The numbers of a contact as calls are found by them. */
export async function numbersOf(contact: ContactRow): Promise<string[]> {
  const keys = await Promise.all([contact.phone, ...otherDetailsOf(contact).phones].map((phone) => phoneKey(phone)));
  return keys.filter((key) => key !== null);
}

/** The e-mail addresses of a contact in lower case. */
export const addressesOf = (contact: ContactRow): string[] =>
  [emailKey(contact.email), ...otherDetailsOf(contact).emails].filter((key) => key !== null);

/** The numbers of a contact that no other contact has. */
export const ownNumbers = async (db: Db, contact: ContactRow): Promise<string[]> =>
  ownOnly(db, contact, 'phone_key', await numbersOf(contact));

/** The same for e-mail addresses, in lower case. */
export const ownAddresses = (db: Db, contact: ContactRow): Promise<string[]> =>
  ownOnly(db, contact, 'email_key', addressesOf(contact));

async function ownOnly(
  db: Db,
  { team_id, id }: ContactRow,
  column: 'phone_key' | 'email_key',
  values: readonly string[],
): Promise<string[]> {
  const own: string[] = [];
  for (const value of values) {
    const ofOther = db
      .selectFrom('contacts')
      .select('id')
      .where('team_id', '=', team_id)
      .where(column, '=', value)
      .where('id', '<>', id);
    const others = await withOtherDetail(db, team_id, value).where('contact_id', '<>', id).execute();
    if (others.length === 0 && !(await ofOther.executeTakeFirst())) own.push(value);
  }
  return own;
}

/** The bookings of other contacts that have a number or an e-mail address of a contact, at most `limit` of each kind. */
export async function bookingsSharing(
  db: Db,
  contact: ContactRow,
  limit: number,
): Promise<{ id: string; contact_name: string }[]> {
  const bookings = () =>
    db
      .selectFrom('bookings')
      .select(['id', 'contact_name'])
      .where('team_id', '=', contact.team_id)
      .where('contact_id', '<>', contact.id)
      .limit(limit);
  const phones = [contact.phone, ...otherDetailsOf(contact).phones].filter((phone) => phone !== null);
  const addresses = addressesOf(contact);
  const byPhone = phones.length === 0 ? [] : await bookings().where('contact_phone', 'in', phones).execute();
  const byAddress =
    addresses.length === 0 ? [] : await bookings().where('contact_email_key', 'in', addresses).execute();
  return [...new Map([...byPhone, ...byAddress].map((booking) => [booking.id, booking])).values()];
}
