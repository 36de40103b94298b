import { type Expression, type SqlBool, sql } from 'kysely';
import { ERASED_NAME } from '../../contract/index.ts';
import { DAY_MS } from '../../lib/time/units.ts';
import { phoneKey } from '../derived/keys.ts';
import { type NamedBooking, selectAhead, selectNamed } from './bookings.ts';
import { IS_AT_CHANGE } from './calls.ts';
import { emailKey } from './contacts.ts';
import type { ContactRow, Db } from './schema.ts';

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
 * contact that came from a number which only this contact has, or in which a booking of the contact was changed. Systems can use
 * the same ids: such a call was at the time of the change and, if there are several, from no other number.
 */
export async function callsToErase(db: Db, contact: ContactRow, limit: number): Promise<string[]> {
  const calls = () => db.selectFrom('calls').select('calls.id').where(IS_TO_ERASE).limit(limit);
  const own = await calls().where('calls.contact_id', '=', contact.id).execute();
  const key = await phoneKey(contact.phone);
  const number = await ownNumber(db, contact);
  const byNumber =
    number === null
      ? []
      : await calls()
          .where('calls.team_id', '=', contact.team_id)
          .where('calls.phone_key', '=', number)
          .where(HAS_NO_CONTACT)
          .execute();
  // From the bookings on, because there can be very many calls without a contact: SQLite keeps the order of a cross join.
  const byBooking = await db
    .selectFrom('bookings')
    .crossJoin('booking_calls')
    .crossJoin('calls')
    .select('calls.id')
    .where('bookings.contact_id', '=', contact.id)
    .whereRef('booking_calls.booking_id', '=', 'bookings.id')
    .whereRef('calls.team_id', '=', 'booking_calls.team_id')
    .whereRef('calls.call_reference', '=', 'booking_calls.call_reference')
    .where(IS_AT_CHANGE)
    .$if(key !== null, (query) =>
      query.where(({ eb, or }) => or([eb('calls.phone', 'is', null), eb('calls.phone_key', '=', key), IS_ONLY])),
    )
    .where(HAS_NO_CONTACT)
    .where(IS_TO_ERASE)
    .limit(limit)
    .execute();
  return [...new Set([...own, ...byNumber, ...byBooking].map(({ id }) => id))];
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
    // The SQL of `isErasedContact`.
    .where('contacts.name', '=', ERASED_NAME)
    .where('contacts.email', 'is', null)
    .where('contacts.phone', 'is', null);
  if (during) query = query.where('booking_calls.at', '>=', during[0]).where('booking_calls.at', '<=', during[1]);
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}

/** Also calls that tell nothing yet, because a later report of them would. */
const IS_TO_ERASE = sql<boolean>`calls.erased_at is null`;

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
const HAS_NO_CONTACT = sql<boolean>`coalesce("calls"."contact_id", '') = ''`;

/** The number of a contact as calls are found by it; null without one, and if another contact has it too. */
export async function ownNumber(db: Db, { team_id, id, phone }: ContactRow): Promise<string | null> {
  const key = await phoneKey(phone);
  if (key === null) return null;
  const other = await db
    .selectFrom('contacts')
    .select('id')
    .where('team_id', '=', team_id)
    .where('phone_key', '=', key)
    .where('id', '<>', id)
    .executeTakeFirst();
  return other ? null : key;
}

/** The e-mail address of a contact in lower case; null without one, and if another contact has it too. */
export async function ownAddress(db: Db, { team_id, id, email }: ContactRow): Promise<string | null> {
  const key = emailKey(email);
  if (key === null) return null;
  const other = await db
    .selectFrom('contacts')
    .select('id')
    .where('team_id', '=', team_id)
    .where('email_key', '=', key)
    .where('id', '<>', id)
    .executeTakeFirst();
  return other ? null : key;
}

/** The bookings of other contacts that have the number or the e-mail address of a contact, at most `limit` of each. */
export async function bookingsSharing(
  db: Db,
  { team_id, id, phone, email }: ContactRow,
  limit: number,
): Promise<{ id: string; contact_name: string }[]> {
  const bookings = () =>
    db
      .selectFrom('bookings')
      .select(['id', 'contact_name'])
      .where('team_id', '=', team_id)
      .where('contact_id', '<>', id)
      .limit(limit);
  const address = emailKey(email);
  const byPhone = phone === null ? [] : await bookings().where('contact_phone', '=', phone).execute();
  const byAddress = address === null ? [] : await bookings().where('contact_email_key', '=', address).execute();
  return [...new Map([...byPhone, ...byAddress].map((booking) => [booking.id, booking])).values()];
}
