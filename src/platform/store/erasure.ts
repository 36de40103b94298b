import { type Expression, type SqlBool, sql } from 'kysely';
import { ERASED_NAME } from '../../contract/index.ts';
import type { JsonObject } from '../../lib/json.ts';
import { phoneKey } from '../derived/keys.ts';
import { type NamedBooking, selectNamed } from './bookings.ts';
import type { CallRow, ContactRow, Db } from './schema.ts';

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

/** True for the contact of a customer whose personal data were erased. */
export const isErased = ({ name, email, phone }: Pick<ContactRow, 'name' | 'email' | 'phone'>) =>
  name === ERASED_NAME && email === null && phone === null;

type Erased = typeof ERASED_BOOKING | typeof ERASED_CALL;

/** The condition that a row still tells something. */
const tells = (table: 'bookings' | 'calls', erased: Erased): Expression<SqlBool> =>
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
export async function nextBooking(db: Db, { team_id, id }: ContactRow, now: number): Promise<NamedBooking | undefined> {
  return selectNamed(db)
    .where('bookings.contact_id', '=', id)
    .where('bookings.team_id', '=', team_id)
    .where('bookings.status', '=', 'confirmed')
    .where('bookings.end_time', '>', now)
    .orderBy('bookings.start_time')
    .limit(1)
    .executeTakeFirst();
}

/**
 * The ids of calls that tell something about a customer: those of the contact, and those of no contact that came from a
 * number which only this contact has, or in which a booking of the contact was changed.
 */
export async function callsToErase(db: Db, contact: ContactRow): Promise<string[]> {
  const calls = () => db.selectFrom('calls').select('calls.id').where(tells('calls', ERASED_CALL));
  const own = await calls().where('calls.contact_id', '=', contact.id).execute();
  const number = await ownNumber(db, contact);
  const byNumber =
    number === null
      ? []
      : await calls()
          .where('calls.team_id', '=', contact.team_id)
          .where('calls.phone_key', '=', number)
          .where('calls.contact_id', 'is', null)
          .execute();
  const byBooking = await calls()
    .innerJoin('booking_calls', (join) =>
      join
        .onRef('booking_calls.team_id', '=', 'calls.team_id')
        .onRef('booking_calls.call_reference', '=', 'calls.call_reference'),
    )
    .innerJoin('bookings', 'bookings.id', 'booking_calls.booking_id')
    .where('bookings.contact_id', '=', contact.id)
    .where('calls.contact_id', 'is', null)
    .execute();
  return [...new Set([...own, ...byNumber, ...byBooking].map(({ id }) => id))];
}

/** The number of a contact as calls are found by it; null without one, and if another contact has it too. */
async function ownNumber(db: Db, { team_id, id, phone }: ContactRow): Promise<string | null> {
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

/** Deletes what is kept of the reports of a call. What remains recognises a replay; none of them is fetched any more. */
export async function eraseReports(tx: Db, { team_id, call_reference }: CallRow): Promise<number> {
  if (call_reference === null) return 0;
  const reports = await tx
    .selectFrom('call_reports')
    .select(['id', 'status'])
    .where('team_id', '=', team_id)
    .where('call_reference', '=', call_reference)
    .where(({ eb, or }) => or([eb('body', 'is not', null), eb('fetched_json', 'is not', null)]))
    .execute();
  for (const { id, status } of reports) {
    const ended = status === 'pending' ? { status: 'failed' as const, problem: 'The customer was erased.' } : {};
    const forgotten = { body: null, fetched_json: null, next_at: null, ...ended };
    await tx.updateTable('call_reports').set(forgotten).where('id', '=', id).execute();
  }
  return reports.length;
}

/**
 * Overwrites what events from `after` up to a sequence number tell about the customer of a contact. They stay in their place,
 * because readers count them. Returns how many were changed.
 */
export async function eraseEvents(tx: Db, contact: ContactRow, range: { after: number; to: number }): Promise<number> {
  const recordsOf = (table: 'bookings' | 'calls') =>
    tx.selectFrom(table).select('id').where('contact_id', '=', contact.id);
  const events = await tx
    .selectFrom('events')
    .select(['id', 'type', 'data_json'])
    .where('team_id', '=', contact.team_id)
    .where('sequence', '>', range.after)
    .where('sequence', '<=', range.to)
    .where(({ eb, or }) =>
      or([eb('record_id', 'in', recordsOf('bookings')), eb('record_id', 'in', recordsOf('calls'))]),
    )
    .execute();
  let changed = 0;
  for (const { id, type, data_json } of events) {
    const data = JSON.stringify(erasedData(type, JSON.parse(data_json) as JsonObject));
    if (data === data_json) continue;
    changed++;
    await tx.updateTable('events').set({ data_json: data }).where('id', '=', id).execute();
  }
  return changed;
}

/** The record in an event, without what it tells about the customer. The members keep their order. */
function erasedData(type: string, data: JsonObject): JsonObject {
  if (type.startsWith('call.')) return { ...data, phone: null };
  return { ...data, contact: { name: ERASED_NAME, email: null, phone: null }, notes: '' };
}
