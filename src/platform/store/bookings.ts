import type { Booking } from '../../contract/index.ts';
import { incrementTotal, type PageRequest, type PageResult, queryPage } from './paging.ts';
import type { BookingRow, Db, Unnumbered } from './schema.ts';
import { toIso, toIsoOrNull } from './time.ts';

/** A page of the team's bookings, cancelled ones included, newest first. */
export async function listBookings(db: Db, teamId: string, page: PageRequest): Promise<PageResult<BookingRow>> {
  return queryPage(db, teamId, 'bookings', page, (from) =>
    db
      .selectFrom('bookings')
      .selectAll()
      .where('team_id', '=', teamId)
      .where('position', '<=', from)
      .orderBy('position', 'desc')
      .limit(page.perPage)
      .execute(),
  );
}

export async function findBooking(db: Db, teamId: string, id: string): Promise<BookingRow | undefined> {
  return db.selectFrom('bookings').selectAll().where('id', '=', id).where('team_id', '=', teamId).executeTakeFirst();
}

export async function insertBooking(tx: Db, booking: Unnumbered<BookingRow>): Promise<BookingRow> {
  const row = { ...booking, position: await incrementTotal(tx, booking.team_id, 'bookings', 1) };
  await tx.insertInto('bookings').values(row).execute();
  return row;
}

export async function updateBooking(tx: Db, { id, team_id, created_at, ...changed }: BookingRow): Promise<void> {
  await tx.updateTable('bookings').set(changed).where('id', '=', id).where('team_id', '=', team_id).execute();
}

export function bookingRecord(row: BookingRow): Booking {
  return {
    id: row.id,
    service_id: row.service_id,
    start_time: toIso(row.start_time),
    end_time: toIso(row.end_time),
    status: row.status,
    staff_id: row.staff_id,
    contact_id: row.contact_id,
    contact: { name: row.contact_name, email: row.contact_email, phone: row.contact_phone },
    notes: row.notes,
    created_at: toIso(row.created_at),
    updated_at: toIso(row.updated_at),
    cancelled_at: toIsoOrNull(row.cancelled_at),
  };
}
