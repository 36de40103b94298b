import { sql } from 'kysely';
import { type NamedBooking, selectNamed } from '../bookings/bookings.ts';
import { incrementTotal } from '../paging.ts';
import type { CallRow, ContactRow, Db } from '../schema/schema.ts';
import { wordIndexOf } from '../words.ts';

type OfTeam = Pick<ContactRow, 'team_id' | 'id'>;

/** The bookings of a contact, at most `limit`. */
export const bookingsOfContact = (db: Db, { team_id, id }: OfTeam, limit: number): Promise<NamedBooking[]> =>
  selectNamed(db).where('bookings.contact_id', '=', id).where('bookings.team_id', '=', team_id).limit(limit).execute();

/** The calls of a contact, at most `limit`. */
export const callsOfContact = (db: Db, { team_id, id }: OfTeam, limit: number): Promise<CallRow[]> =>
  db.selectFrom('calls').selectAll().where('contact_id', '=', id).where('team_id', '=', team_id).limit(limit).execute();

/** How many bookings and calls a contact has, each counted up to `limit`. */
export async function countRecordsOf(
  db: Db,
  { team_id, id }: OfTeam,
  limit: number,
): Promise<{ bookings: number; calls: number }> {
  const count = async (table: 'bookings' | 'calls') => {
    const own = db.selectFrom(table).select('id').where('contact_id', '=', id).where('team_id', '=', team_id);
    return (await own.limit(limit).execute()).length;
  };
  return { bookings: await count('bookings'), calls: await count('calls') };
}

/**
 * Deletes a contact to which no record refers any more. Later contacts move up by one position: pages of lists are read by
 * position, so there must be no gap.
 */
export async function deleteContact(tx: Db, { team_id, id, position }: ContactRow): Promise<void> {
  await wordIndexOf(tx)?.remove(tx, 'contacts', id);
  await tx.deleteFrom('contacts').where('id', '=', id).where('team_id', '=', team_id).execute();
  // Positions are unique at every moment, so they become negative first.
  await sql`update contacts set position = 1 - position
    where team_id = ${team_id} and position > ${position}`.execute(tx);
  await sql`update contacts set position = -position where team_id = ${team_id} and position < 0`.execute(tx);
  await incrementTotal(tx, team_id, 'contacts', -1);
}
