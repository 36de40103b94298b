import type { Call, CallDetail, TranscriptTurn } from '../../contract/index.ts';
import { incrementTotal, type PageRequest, type PageResult, queryPage } from './paging.ts';
import type { CallRow, Db, Unnumbered } from './schema.ts';
import { fromIso, toIso } from './time.ts';

const EVENT_COLUMNS = [
  'id',
  'direction',
  'status',
  'phone',
  'contact_id',
  'started_at',
  'duration_seconds',
  'outcome',
] as const satisfies (keyof CallRow)[];
const LIST_COLUMNS = [...EVENT_COLUMNS, 'language', 'summary'] as const satisfies (keyof CallRow)[];

type CallEventRow = Pick<CallRow, (typeof EVENT_COLUMNS)[number]>;

/** The present name of a call's contact; null without one. */
interface NamedContact {
  contact_name: string | null;
}
type CallListRow = Pick<CallRow, (typeof LIST_COLUMNS)[number]> & NamedContact;

/** A page of the team's calls, newest first, with only the columns of the list form. */
export async function listCalls(db: Db, teamId: string, page: PageRequest): Promise<PageResult<CallListRow>> {
  return queryPage(db, teamId, 'calls', page, (from) =>
    selectNamed(db)
      .select(LIST_COLUMNS.map((column) => `calls.${column}` as const))
      .where('calls.team_id', '=', teamId)
      .where('calls.position', '<=', from)
      .orderBy('calls.position', 'desc')
      .limit(page.perPage)
      .execute(),
  );
}

export async function findCall(db: Db, teamId: string, id: string): Promise<(CallRow & NamedContact) | undefined> {
  return selectNamed(db)
    .selectAll('calls')
    .where('calls.id', '=', id)
    .where('calls.team_id', '=', teamId)
    .executeTakeFirst();
}

const selectNamed = (db: Db) =>
  db
    .selectFrom('calls')
    .leftJoin('contacts', 'contacts.id', 'calls.contact_id')
    .select('contacts.name as contact_name');

export async function insertCall(tx: Db, call: Unnumbered<CallRow>): Promise<CallRow> {
  const row = { ...call, position: await incrementTotal(tx, call.team_id, 'calls', 1) };
  await tx.insertInto('calls').values(row).execute();
  return row;
}

/** A call as events have it. Their payload is stored and sent to webhooks: it has the fewest words of callers. */
export function callEventRecord(row: CallEventRow) {
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

interface CallRecordOptions {
  /** Whether the reader may read contacts. */
  withName: boolean;
}

export function callRecord(row: CallListRow, { withName }: CallRecordOptions): Call {
  return {
    ...callEventRecord(row),
    contact_name: withName ? row.contact_name : null,
    language: row.language,
    summary: row.summary,
  };
}

export function callDetailRecord(row: CallRow & NamedContact, options: CallRecordOptions): CallDetail {
  return {
    ...callRecord(row, options),
    ended_at: toIso(row.ended_at),
    booking_id: row.booking_id,
    transcript: JSON.parse(row.transcript_json) as TranscriptTurn[],
  };
}

/** The inverse of `callDetailRecord`: a record as a row of the team. */
export function callRow(teamId: string, { transcript, contact_name: _name, ...call }: CallDetail): Unnumbered<CallRow> {
  return {
    ...call,
    team_id: teamId,
    started_at: fromIso(call.started_at),
    ended_at: fromIso(call.ended_at),
    transcript_json: JSON.stringify(transcript),
  };
}
