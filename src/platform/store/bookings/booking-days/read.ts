import { sql } from 'kysely';
import type { Interval } from '../../../../lib/time/intervals.ts';
import { DAY_MS } from '../../../../lib/time/units.ts';
import type { Db } from '../../schema/schema.ts';
import type { BookingDayRow } from '../../schema/schema-activity.ts';
import { type BookingDay, decodeDay } from './columns.ts';

/** The bookings that start in an interval, as far as they are stored by day. */
interface StoredDays {
  /** In their order. Days without bookings are absent. */
  days: BookingDay[];
  /** What has to be read from the rows: whole days, also beyond the ends of the interval. In their order, apart from each other. */
  others: Interval[];
}

/** Reads days of a team. One statement, so that no change is between what is stored and what is changed. */
export async function readDays(db: Db, teamId: string, { start, end }: Interval): Promise<StoredDays> {
  const [first, last] = [Math.floor(start / DAY_MS), Math.ceil(end / DAY_MS) - 1];
  const { rows } = await sql<Omit<BookingDayRow, 'team_id'>>`
    select day, values_json, columns from booking_days
    where team_id = ${teamId} and day >= ${first} and day <= ${last} and (
      select 1 from changed_bookings
      where changed_bookings.team_id = booking_days.team_id and changed_bookings.day = booking_days.day limit 1
    ) is null
    union all
    select day, '', null from changed_bookings
    where team_id = ${teamId} and day >= ${first} and day <= ${last}
    group by day
    order by day`.execute(db);
  const found: StoredDays = { days: [], others: [] };
  for (const { day, values_json, columns } of rows) {
    if (columns !== null) found.days.push(decodeDay({ day, values_json, columns }));
    else addDay(found.others, day);
  }
  return found;
}

function addDay(intervals: Interval[], day: number): void {
  const before = intervals.at(-1);
  if (before?.end === day * DAY_MS) before.end += DAY_MS;
  else intervals.push({ start: day * DAY_MS, end: (day + 1) * DAY_MS });
}
