import type { AddressedCalendarFeed, CalendarFeed } from '../../contract/index.ts';
import { newId } from '../../lib/ids.ts';
import { sha256 } from '../auth/hash.ts';
import { publicAddress } from '../http/public-address.ts';
import type { CalendarFeedRow, Db } from '../store/schema/schema.ts';
import {
  findCalendarFeed,
  insertCalendarFeed,
  listCalendarFeeds,
  type NamedFeed,
  renewCalendarFeed,
} from '../store/staff/calendar-feeds.ts';
import { findPerson } from '../store/staff/staff.ts';
import { toIso, toIsoOrNull } from '../store/time.ts';
import { feedPath, newFeedToken } from './address.ts';

/** Feeds of one team. */
export const MAX_FEEDS = 200;

/** A feed cannot be created. The message is for the caller. */
export class CalendarFeedError extends Error {
  override readonly name = 'CalendarFeedError';
  /** The code of the REST API. */
  readonly code: 'validation_error' | 'limit_reached';

  constructor(code: CalendarFeedError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

interface NewFeed {
  teamId: string;
  /** Null: the whole business. */
  staffId: string | null;
  isMasked: boolean;
  publicUrl?: URL | undefined;
}

/**
 * Creates a feed. Only the result has its address.
 * @throws CalendarFeedError
 */
export async function createFeed(tx: Db, feed: NewFeed, now: number): Promise<AddressedCalendarFeed> {
  const { teamId, staffId, isMasked, publicUrl } = feed;
  if (staffId !== null) await requireStaff(tx, teamId, staffId);
  if ((await listCalendarFeeds(tx, teamId)).length >= MAX_FEEDS) {
    throw new CalendarFeedError(
      'limit_reached',
      `A team can have ${MAX_FEEDS} calendar feeds. Revoke one that is no longer needed.`,
    );
  }
  const token = newFeedToken();
  const row: CalendarFeedRow = {
    id: newId('feed'),
    team_id: teamId,
    staff_id: staffId,
    masked: isMasked ? 1 : 0,
    token_hash: sha256(token),
    created_at: now,
    renewed_at: null,
    last_fetched_at: null,
    last_fetched_by: null,
  };
  await insertCalendarFeed(tx, row);
  return addressed(tx, row, token, publicUrl);
}

/** Replaces the address of a feed: the previous one is not valid any more. Undefined if the team has no such feed. */
export async function renewFeed(
  tx: Db,
  { teamId, id, publicUrl }: { teamId: string; id: string; publicUrl?: URL | undefined },
  now: number,
): Promise<AddressedCalendarFeed | undefined> {
  const token = newFeedToken();
  const isKnown = await renewCalendarFeed(tx, teamId, id, { token_hash: sha256(token), renewed_at: now });
  return isKnown ? addressed(tx, { id, team_id: teamId }, token, publicUrl) : undefined;
}

/** A feed as the API shows it. */
export function feedRecord(row: NamedFeed): CalendarFeed {
  return {
    id: row.id,
    staff_id: row.staff_id,
    staff_name: row.staff_name,
    masked: row.masked === 1,
    active: row.staff_archived_at === null,
    created_at: toIso(row.created_at),
    renewed_at: toIsoOrNull(row.renewed_at),
    last_fetched_at: toIsoOrNull(row.last_fetched_at),
    last_fetched_by: row.last_fetched_by,
  };
}

async function addressed(
  tx: Db,
  { id, team_id }: Pick<CalendarFeedRow, 'id' | 'team_id'>,
  token: string,
  publicUrl: URL | undefined,
): Promise<AddressedCalendarFeed> {
  const row = await findCalendarFeed(tx, team_id, id);
  if (!row) throw new Error(`The calendar feed ${id} is not in the transaction that wrote it.`);
  const path = feedPath(token);
  return { ...feedRecord(row), path, url: publicAddress(path, publicUrl) };
}

async function requireStaff(tx: Db, teamId: string, staffId: string): Promise<void> {
  const person = await findPerson(tx, teamId, staffId);
  if (person?.archived_at !== null)
    throw new CalendarFeedError('validation_error', 'staff_id: there is no such person in the business');
}
