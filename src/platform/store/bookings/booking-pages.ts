import type { Interval } from '../../../lib/time/intervals.ts';
import type { Db } from '../schema/schema.ts';
import type { NamedBooking } from './bookings.ts';
import { shownStatus, shownStatusSql } from './shown-status.ts';

/** Which bookings of a team: those that start in a time, and have all that is stated. */
export interface BookingSelection extends Interval {
  serviceId?: string | undefined;
  staffId?: string | undefined;
  /** As the API states it. */
  status?: string | undefined;
}

/**
 * A booking without what only its parties have to know, such as its notes. Where it has no telephone or e-mail address, it has
 * that of its contact, which can have come with a later file of customers.
 */
export interface BookingEntry
  extends Pick<
    NamedBooking,
    | 'id'
    | 'start_time'
    | 'end_time'
    | 'created_at'
    | 'cancelled_at'
    | 'service_id'
    | 'service_name'
    | 'staff_id'
    | 'staff_name'
    | 'contact_id'
    | 'contact_name'
    | 'contact_phone'
    | 'contact_email'
  > {
  /** As the API states it. */
  status: string;
}

/** The place of a booking in the order by start and id. */
export type BookingPlace = Pick<BookingEntry, 'start_time' | 'id'>;

/** The next bookings of a selection, by start and id, after one of them. */
export async function nextBookings(
  db: Db,
  teamId: string,
  { start, end, serviceId, staffId, status }: BookingSelection,
  { after, limit }: { after: BookingPlace | undefined; limit: number },
): Promise<BookingEntry[]> {
  let rows = db
    .selectFrom('bookings')
    .innerJoin('services', 'services.id', 'bookings.service_id')
    .innerJoin('staff', 'staff.id', 'bookings.staff_id')
    .leftJoin('contacts', 'contacts.id', 'bookings.contact_id')
    .select(['bookings.id', 'bookings.start_time', 'bookings.end_time', 'bookings.created_at', 'bookings.cancelled_at'])
    .select(['bookings.status', 'bookings.attendance'])
    .select(['bookings.service_id', 'services.name as service_name', 'bookings.staff_id', 'staff.name as staff_name'])
    .select(['bookings.contact_id', 'bookings.contact_name'])
    .select(({ fn }) => [
      fn.coalesce('bookings.contact_phone', 'contacts.phone').as('contact_phone'),
      fn.coalesce('bookings.contact_email', 'contacts.email').as('contact_email'),
    ])
    .where('bookings.team_id', '=', teamId)
    .where('bookings.start_time', '>=', after?.start_time ?? start)
    .where('bookings.start_time', '<', end)
    .orderBy('bookings.start_time')
    .orderBy('bookings.id')
    .limit(limit);
  if (after) {
    const { start_time, id } = after;
    rows = rows.where((eb) => eb.or([eb('bookings.start_time', '>', start_time), eb('bookings.id', '>', id)]));
  }
  if (serviceId !== undefined) rows = rows.where('bookings.service_id', '=', serviceId);
  if (staffId !== undefined) rows = rows.where('bookings.staff_id', '=', staffId);
  if (status !== undefined) rows = rows.where(shownStatusSql, '=', status);
  return (await rows.execute()).map(({ attendance, ...row }) => ({
    ...row,
    status: shownStatus({ ...row, attendance }),
  }));
}
