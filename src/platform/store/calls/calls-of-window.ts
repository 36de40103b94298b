import type { Db } from '../schema/schema.ts';

/** Position of a call in the order of a window: the latest first, those of one time by id. */
export interface CallPosition {
  /** Start, in epoch milliseconds. */
  at: number;
  id: string;
}

/** Calls of a team by their start, in epoch milliseconds. */
export interface CallWindow {
  teamId: string;
  /** Inclusive. */
  from: number;
  /** Exclusive. */
  to: number;
}

/** A part of a window: the calls behind one position, up to the one before another. */
interface CallRange extends CallWindow {
  after?: CallPosition | undefined;
  before?: CallPosition | undefined;
}

/** The number of calls of a range. */
export async function countCalls(db: Db, { teamId, from, to, after, before }: CallRange): Promise<number> {
  let query = db
    .selectFrom('calls')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('team_id', '=', teamId)
    .where('started_at', '>=', Math.max(from, before?.at ?? from))
    .where('started_at', '<=', Math.min(to - 1, after?.at ?? to));
  if (after) query = query.where((eb) => eb.or([eb('started_at', '<', after.at), eb('id', '>', after.id)]));
  if (before) query = query.where((eb) => eb.or([eb('started_at', '>', before.at), eb('id', '<', before.id)]));
  return Number((await query.executeTakeFirstOrThrow()).count);
}

/** The last call of a window before a position; undefined if that is the first one. */
export async function callBefore(
  db: Db,
  { teamId, to }: CallWindow,
  { at, id }: CallPosition,
): Promise<CallPosition | undefined> {
  const sameTime = await lastIdAt(db, teamId, at, id);
  if (sameTime !== undefined) return { at, id: sameTime };
  const later = await db
    .selectFrom('calls')
    .select('started_at')
    .where('team_id', '=', teamId)
    .where('started_at', '>', at)
    .where('started_at', '<', to)
    .orderBy('started_at')
    .limit(1)
    .executeTakeFirst();
  if (!later) return undefined;
  const last = await lastIdAt(db, teamId, later.started_at);
  return last === undefined ? undefined : { at: later.started_at, id: last };
}

async function lastIdAt(db: Db, teamId: string, at: number, below?: string): Promise<string | undefined> {
  let query = db.selectFrom('calls').select('id').where('team_id', '=', teamId).where('started_at', '=', at);
  if (below !== undefined) query = query.where('id', '<', below);
  return (await query.orderBy('id', 'desc').limit(1).executeTakeFirst())?.id;
}

/** True if a call of the window has a contact. */
export async function hasCallWithContact(db: Db, { teamId, from, to }: CallWindow): Promise<boolean> {
  const found = await db
    .selectFrom('calls')
    .select('id')
    .where('team_id', '=', teamId)
    .where('started_at', '>=', from)
    .where('started_at', '<', to)
    .where('contact_id', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** The number of calls of a range whose transcript is too long to find all promises in it. */
export async function countLongTranscripts(db: Db, { teamId, from, to, after, before }: CallRange): Promise<number> {
  let query = db
    .selectFrom('long_transcripts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('team_id', '=', teamId)
    .where('started_at', '>=', Math.max(from, before?.at ?? from))
    .where('started_at', '<=', Math.min(to - 1, after?.at ?? to));
  if (after) query = query.where((eb) => eb.or([eb('started_at', '<', after.at), eb('call_id', '>', after.id)]));
  if (before) query = query.where((eb) => eb.or([eb('started_at', '>', before.at), eb('call_id', '<', before.id)]));
  return Number((await query.executeTakeFirstOrThrow()).count);
}
