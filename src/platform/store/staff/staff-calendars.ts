import { SET_BACK_FACTOR } from '../leases.ts';
import type { Db, StaffCalendarRow } from '../schema/schema.ts';

/** A staff member with the address of a private calendar, and the state of reading it. */
export interface PrivateCalendar
  extends Pick<StaffCalendarRow, 'staff_id'>,
    Record<'next_at' | 'leased_until' | 'parsed_at', number | null>,
    Record<'source_digest' | 'etag' | 'last_modified' | 'error', string | null> {
  calendar_url: string;
  team_id: string;
  time_zone: string;
}

/** The staff members who have the address of a calendar, with their team and the state of reading it. */
const peopleWithCalendar = (db: Db) =>
  db
    .selectFrom('staff')
    .innerJoin('teams', 'teams.id', 'staff.team_id')
    .leftJoin('staff_calendars', 'staff_calendars.staff_id', 'staff.id')
    .where('staff.calendar_url', 'is not', null);

/** The calendars of all staff members, of every team. Their number is that of people. */
export async function listPrivateCalendars(db: Db): Promise<PrivateCalendar[]> {
  const rows = await peopleWithCalendar(db)
    .select([
      'staff.id as staff_id',
      'staff.calendar_url',
      'staff.team_id',
      'teams.time_zone',
      'staff_calendars.source_digest',
      'staff_calendars.next_at',
      'staff_calendars.leased_until',
      'staff_calendars.parsed_at',
      'staff_calendars.etag',
      'staff_calendars.last_modified',
      'staff_calendars.error',
    ])
    .where('staff.archived_at', 'is', null)
    .orderBy('staff.id')
    .execute();
  return rows.map((row) => ({ ...row, calendar_url: row.calendar_url as string }));
}

export interface CalendarClaim {
  staffId: string;
  /** When the calendar was due, as it was seen; null if it had never been claimed. */
  nextAt: number | null;
  sourceDigest: string;
  workerId: string;
  /** The time of the shared clock. */
  now: number;
  leaseMs: number;
}

/**
 * Claims the reading of a calendar. The copy of another source is deleted. Returns false if another process has read it
 * since it was seen, or holds its lease.
 */
export async function claimCalendar(tx: Db, claim: CalendarClaim): Promise<boolean> {
  const { staffId: staff_id, sourceDigest: source_digest, workerId: leased_by, nextAt, now, leaseMs } = claim;
  const lease = { leased_by, leased_until: now + leaseMs };
  const empty = {
    source_digest,
    fetched_at: null,
    parsed_at: null,
    attempted_at: null,
    error: null,
    etag: null,
    last_modified: null,
    busy_json: null,
    next_at: now,
  };
  if (nextAt === null) {
    const inserted = await tx
      .insertInto('staff_calendars')
      .values({ staff_id, ...empty, ...lease })
      .onConflict((conflict) => conflict.column('staff_id').doNothing())
      .executeTakeFirst();
    return inserted.numInsertedOrUpdatedRows === 1n;
  }
  const free = tx
    .updateTable('staff_calendars')
    .where('staff_id', '=', staff_id)
    .where('next_at', '=', nextAt)
    .where(({ or, eb }) =>
      or([eb('leased_until', '<=', now), eb('leased_until', '>', now + SET_BACK_FACTOR * leaseMs)]),
    );
  const kept = await free.set(lease).where('source_digest', '=', source_digest).executeTakeFirst();
  if (kept.numUpdatedRows === 1n) return true;
  const replaced = await free
    .set({ ...empty, ...lease })
    .where('source_digest', '<>', source_digest)
    .executeTakeFirst();
  return replaced.numUpdatedRows === 1n;
}

export type CalendarOutcome = Partial<
  Pick<StaffCalendarRow, 'fetched_at' | 'parsed_at' | 'error' | 'etag' | 'last_modified' | 'busy_json'>
> &
  Pick<StaffCalendarRow, 'attempted_at' | 'next_at'>;

/** Stores the outcome of reading a calendar and ends the lease. Does nothing if another process took it over. */
export async function recordCalendar(
  tx: Db,
  { staffId, workerId }: Pick<CalendarClaim, 'staffId' | 'workerId'>,
  outcome: CalendarOutcome | undefined,
): Promise<void> {
  await tx
    .updateTable('staff_calendars')
    .set({ ...outcome, leased_by: null, leased_until: 0 })
    .where('staff_id', '=', staffId)
    .where('leased_by', '=', workerId)
    .execute();
}

/** Deletes the busy times of people who have no calendar any more. */
export async function deleteUnusedCalendars(tx: Db): Promise<void> {
  await tx.deleteFrom('staff_calendars').where('staff_id', 'in', unused(tx)).execute();
}

export async function hasUnusedCalendars(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom('staff_calendars')
    .select('staff_id')
    .where('staff_id', 'in', unused(db))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

const unused = (db: Db) =>
  db
    .selectFrom('staff')
    .select('id')
    .where(({ or, eb }) => or([eb('calendar_url', 'is', null), eb('archived_at', 'is not', null)]));

/** The address of a person's calendar with what is known of it. */
export type FoundCalendar = Pick<
  PrivateCalendar,
  'staff_id' | 'calendar_url' | 'time_zone' | 'source_digest' | 'next_at' | 'leased_until' | 'parsed_at' | 'error'
> & {
  fetched_at: number | null;
  attempted_at: number | null;
  busy_json: string | null;
};

/** The calendars of those of these people who have one. */
export async function findCalendars(db: Db, staffIds: readonly string[]): Promise<FoundCalendar[]> {
  if (staffIds.length === 0) return [];
  const rows = await peopleWithCalendar(db)
    .select([
      'staff.id as staff_id',
      'staff.calendar_url',
      'teams.time_zone',
      'staff_calendars.source_digest',
      'staff_calendars.next_at',
      'staff_calendars.leased_until',
      'staff_calendars.fetched_at',
      'staff_calendars.parsed_at',
      'staff_calendars.attempted_at',
      'staff_calendars.error',
      'staff_calendars.busy_json',
    ])
    .where('staff.id', 'in', [...staffIds])
    .execute();
  return rows.map((row) => ({ ...row, calendar_url: row.calendar_url as string }));
}

/** Lets a calendar be read at once, also if its server asked to wait: a person asks for it. A reading in progress goes on. */
export async function expireCalendar(tx: Db, staffId: string): Promise<void> {
  await tx.updateTable('staff_calendars').set({ next_at: 0 }).where('staff_id', '=', staffId).execute();
}
