import type { CalendarProgram } from '../../../contract/index.ts';
import { type NamedBooking, selectNamed } from '../bookings/bookings.ts';
import type { CalendarFeedRow, Db } from '../schema/schema.ts';

/** A feed with the person whose bookings it has. */
export interface NamedFeed extends CalendarFeedRow {
  /** Null for a feed of the whole business. */
  staff_name: string | null;
  staff_archived_at: number | null;
}

const selectFeeds = (db: Db) =>
  db
    .selectFrom('calendar_feeds')
    .leftJoin('staff', 'staff.id', 'calendar_feeds.staff_id')
    .selectAll('calendar_feeds')
    .select(['staff.name as staff_name', 'staff.archived_at as staff_archived_at']);

/** The feeds of a team, oldest first. */
export async function listCalendarFeeds(db: Db, teamId: string): Promise<NamedFeed[]> {
  return selectFeeds(db)
    .where('calendar_feeds.team_id', '=', teamId)
    .orderBy('calendar_feeds.created_at')
    .orderBy('calendar_feeds.id')
    .execute();
}

export async function findCalendarFeed(db: Db, teamId: string, id: string): Promise<NamedFeed | undefined> {
  return selectFeeds(db)
    .where('calendar_feeds.id', '=', id)
    .where('calendar_feeds.team_id', '=', teamId)
    .executeTakeFirst();
}

/** A feed that is read at its address. */
export interface ReadableFeed extends NamedFeed {
  team_name: string;
  time_zone: string;
}

/** Finds the feed with this token. That of a person who is no longer in the business is not readable. */
export async function findReadableFeed(db: Db, tokenHash: string): Promise<ReadableFeed | undefined> {
  return selectFeeds(db)
    .innerJoin('teams', 'teams.id', 'calendar_feeds.team_id')
    .select(['teams.name as team_name', 'teams.time_zone as time_zone'])
    .where('calendar_feeds.token_hash', '=', tokenHash)
    .where('staff.archived_at', 'is', null)
    .executeTakeFirst();
}

export async function insertCalendarFeed(tx: Db, row: CalendarFeedRow): Promise<void> {
  await tx.insertInto('calendar_feeds').values(row).execute();
}

/** Gives a feed another token. Returns false if the team has no such feed. */
export async function renewCalendarFeed(
  tx: Db,
  teamId: string,
  id: string,
  renewed: Pick<CalendarFeedRow, 'token_hash' | 'renewed_at'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('calendar_feeds')
    .set({ ...renewed, last_fetched_at: null, last_fetched_by: null })
    .where('id', '=', id)
    .where('team_id', '=', teamId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns false if the team has no such feed. */
export async function deleteCalendarFeed(tx: Db, teamId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('calendar_feeds')
    .where('id', '=', id)
    .where('team_id', '=', teamId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Records a fetch, unless the feed has another token by now. */
export async function recordFeedFetch(
  tx: Db,
  tokenHash: string,
  fetch: { at: number; by: CalendarProgram },
): Promise<void> {
  await tx
    .updateTable('calendar_feeds')
    .set({ last_fetched_at: fetch.at, last_fetched_by: fetch.by })
    .where('token_hash', '=', tokenHash)
    .execute();
}

/** Which bookings a feed has. Times are epoch milliseconds, `to` exclusive. */
interface FeedQuery {
  teamId: string;
  /** Null: of the whole business. */
  staffId: string | null;
  from: number;
  to: number;
  /** Bookings that were cancelled before this time are omitted. */
  cancelledSince: number;
  limit: number;
}

/** The bookings of a feed, the earliest start first. */
export async function listFeedBookings(db: Db, query: FeedQuery): Promise<NamedBooking[]> {
  const { teamId, staffId, from, to, cancelledSince, limit } = query;
  const starting = selectNamed(db)
    .where('bookings.team_id', '=', teamId)
    .where('bookings.start_time', '>=', from)
    .where('bookings.start_time', '<', to)
    .where((eb) => eb.or([eb('bookings.status', '=', 'confirmed'), eb('bookings.cancelled_at', '>=', cancelledSince)]));
  const ofStaff = staffId === null ? starting : starting.where('bookings.staff_id', '=', staffId);
  return ofStaff.orderBy('bookings.start_time').orderBy('bookings.id').limit(limit).execute();
}
