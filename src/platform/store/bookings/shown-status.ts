import { sql } from 'kysely';
import { NO_SHOW } from '../../../contract/index.ts';
import type { BookingRow, Db } from '../schema/schema.ts';
import { distinctValues } from '../search/values.ts';

/** The status of a booking as the API states it. The column `status` says whether its time is taken, which is so for a no-show. */
export const shownStatus = ({ status, attendance }: Pick<BookingRow, 'status' | 'attendance'>): string =>
  status === 'cancelled' ? status : (attendance ?? status);

/** The same in SQL. As an expression, it keeps the database from another index than that of a stream (`unindexedText`). */
export const shownStatusSql = sql<string>`
  case when bookings.attendance is null or bookings.status = 'cancelled' then bookings.status else bookings.attendance end`;

/** Returns the statuses that bookings of a team have, as the API states them, in order. */
export async function bookingStatuses(db: Db, teamId: string): Promise<string[]> {
  const [statuses, hasNoShows] = [await distinctValues(db, teamId, 'bookings', 'status'), await hasNoShow(db, teamId)];
  return hasNoShows ? [...new Set([...statuses, NO_SHOW])].sort() : statuses;
}

/** Whether a booking of a team is stored as a no-show. */
export async function hasNoShow(db: Db, teamId: string): Promise<boolean> {
  const rows = db.selectFrom('bookings').select('start_time').where('team_id', '=', teamId);
  return (await rows.where('attendance', '=', NO_SHOW).orderBy('start_time').limit(1).execute()).length > 0;
}
