import type { Call, CallDetail, TranscriptTurn } from '../../contract/index.ts';
import { incrementTotal, type PageRequest, type PageResult, queryPage } from './paging.ts';
import type { CallRow, Db, Unnumbered } from './schema.ts';
import { fromIso, toIso } from './time.ts';

const LIST_COLUMNS = [
  'id',
  'direction',
  'status',
  'phone',
  'contact_id',
  'started_at',
  'duration_seconds',
  'outcome',
] as const satisfies (keyof CallRow)[];

type CallListRow = Pick<CallRow, (typeof LIST_COLUMNS)[number]>;

/** A page of the team's calls, newest first, with only the columns of the list form. */
export async function listCalls(db: Db, teamId: string, page: PageRequest): Promise<PageResult<CallListRow>> {
  return queryPage(db, teamId, 'calls', page, (from) =>
    db
      .selectFrom('calls')
      .select(LIST_COLUMNS)
      .where('team_id', '=', teamId)
      .where('position', '<=', from)
      .orderBy('position', 'desc')
      .limit(page.perPage)
      .execute(),
  );
}

export async function findCall(db: Db, teamId: string, id: string): Promise<CallRow | undefined> {
  return db.selectFrom('calls').selectAll().where('id', '=', id).where('team_id', '=', teamId).executeTakeFirst();
}

export async function insertCall(tx: Db, call: Unnumbered<CallRow>): Promise<CallRow> {
  const row = { ...call, position: await incrementTotal(tx, call.team_id, 'calls', 1) };
  await tx.insertInto('calls').values(row).execute();
  return row;
}

export function callRecord(row: CallListRow): Call {
  return {
    id: row.id,
    direction: row.direction,
    status: row.status,
    phone: row.phone,
    contact_id: row.contact_id,
    started_at: toIso(row.started_at),
    duration_seconds: row.duration_seconds,
    outcome: row.outcome,
  };
}

export function callDetailRecord(row: CallRow): CallDetail {
  return {
    ...callRecord(row),
    ended_at: toIso(row.ended_at),
    language: row.language,
    summary: row.summary,
    booking_id: row.booking_id,
    transcript: JSON.parse(row.transcript_json) as TranscriptTurn[],
  };
}

/** The inverse of `callDetailRecord`: a record as a row of the team. */
export function callRow(teamId: string, { transcript, ...call }: CallDetail): Unnumbered<CallRow> {
  return {
    ...call,
    team_id: teamId,
    started_at: fromIso(call.started_at),
    ended_at: fromIso(call.ended_at),
    transcript_json: JSON.stringify(transcript),
  };
}
