import { sql } from 'kysely';
import type { Call, CallDetail, ReportedTool, TranscriptTurn } from '../../../contract/index.ts';
import { DAY_MS } from '../../../lib/time/units.ts';
import { deriveAdded, deriveChanged, versionToAdd } from '../../derived/derive.ts';
import { callKeys } from '../../derived/keys.ts';
import { countAdded, type NumberedPage, type PageRequest, positionOf, queryPage } from '../paging.ts';
import type { CallRow, Db, Unnumbered } from '../schema/schema.ts';
import { send } from '../sent.ts';
import { fromIso, toIso } from '../time.ts';

/**
 * Systems can use the ids of calls again: a change of a booking was made in a call with its id if it is within a day of it. Systems
 * state times of one call that differ a little.
 */
export const CHANGE_TOLERANCE_MS = DAY_MS;
/** True for a call in which a change at a time (epoch milliseconds) can have been made. */
export const isCallAt = (changedAt: number) =>
  sql<boolean>`calls.started_at <= ${changedAt + CHANGE_TOLERANCE_MS} and calls.ended_at >= ${changedAt - CHANGE_TOLERANCE_MS}`;
/** The same for the change of `booking_calls`. */
export const IS_AT_CHANGE = sql<boolean>`booking_calls.at between calls.started_at - ${sql.lit(CHANGE_TOLERANCE_MS)} and calls.ended_at + ${sql.lit(CHANGE_TOLERANCE_MS)}`;

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
const LIST_COLUMNS = [...EVENT_COLUMNS, 'language', 'summary', 'call_reference'] as const satisfies (keyof CallRow)[];

type CallEventRow = Pick<CallRow, (typeof EVENT_COLUMNS)[number]>;

/** The present name of a call's contact; null without one. */
interface NamedContact {
  contact_name: string | null;
}

/** The name of the source that reported a call; null without one. */
interface NamedSource {
  source_name: string | null;
}
export type CallListRow = Pick<CallRow, (typeof LIST_COLUMNS)[number]> & NamedContact;

/** A page of the team's calls, newest first, with only the columns of the list form. */
export async function listCalls(db: Db, teamId: string, page: PageRequest): Promise<NumberedPage<CallListRow>> {
  return queryPage(db, teamId, 'calls', page, (from) =>
    selectListed(db)
      .where('calls.team_id', '=', teamId)
      .where('calls.position', '<=', from)
      .orderBy('calls.position', 'desc')
      .limit(page.perPage)
      .execute(),
  );
}

export const selectListed = (db: Db) =>
  selectNamed(db).select(LIST_COLUMNS.map((column) => `calls.${column}` as const));

export async function findCall(db: Db, teamId: string, id: string): Promise<DetailedCall | undefined> {
  return (await findCalls(db, teamId, [id]))[0];
}

/** The bookings that were made, changed or cancelled in a call, in the order of their first change. */
interface NamedBookings {
  booking_ids: string[];
}

/** A call with all that its record has. */
export type DetailedCall = CallRow & NamedContact & NamedSource & NamedBookings;

/** Returns those of the calls that exist, in no order. */
export async function findCalls(db: Db, teamId: string, ids: readonly string[]): Promise<DetailedCall[]> {
  const calls = await selectDetails(db).where('calls.id', 'in', ids).where('calls.team_id', '=', teamId).execute();
  const reported = calls.flatMap(({ id, call_reference }) => (call_reference === null ? [] : id));
  const changes = reported.length === 0 ? [] : await firstChanges(db, reported);
  return calls.map((call) => {
    const changed = changes.filter(({ call_id }) => call_id === call.id);
    // Calls of the demo have a booking without its change.
    const ids = new Set([
      ...changed.map(({ booking_id }) => booking_id),
      ...(call.booking_id ? [call.booking_id] : []),
    ]);
    return { ...call, booking_ids: [...ids] };
  });
}

const firstChanges = (db: Db, callIds: readonly string[]) =>
  db
    .selectFrom('calls')
    .innerJoin('booking_calls', (join) =>
      join
        .onRef('booking_calls.team_id', '=', 'calls.team_id')
        .onRef('booking_calls.call_reference', '=', 'calls.call_reference'),
    )
    .select(['calls.id as call_id', 'booking_calls.booking_id'])
    .where('calls.id', 'in', callIds)
    .where(IS_AT_CHANGE)
    .groupBy(['calls.id', 'booking_calls.booking_id'])
    .orderBy((eb) => eb.fn.min('booking_calls.at'))
    .orderBy('booking_calls.booking_id')
    .execute();

const selectDetails = (db: Db) =>
  selectNamed(db)
    .leftJoin('call_sources', 'call_sources.id', 'calls.source_id')
    .select('call_sources.name as source_name')
    .selectAll('calls');

const selectNamed = (db: Db) =>
  db
    .selectFrom('calls')
    .leftJoin('contacts', 'contacts.id', 'calls.contact_id')
    .select('contacts.name as contact_name');

/** Inserts a call. */
export const insertCall = (tx: Db, call: Unnumbered<CallRow>): Promise<void> => insertCalls(tx, [call]);

/** Inserts calls in one statement: at most 500, because it has a limited number of parameters. */
export async function insertCalls(tx: Db, calls: readonly Unnumbered<CallRow>[]): Promise<void> {
  if (calls.length === 0) return;
  const derived_version = versionToAdd(tx, 'calls');
  const rows = await Promise.all(calls.map(async (call) => ({ ...call, ...(await callKeys(call)), derived_version })));
  const numbered = rows.map((row) => {
    return { ...row, position: positionOf(row.team_id, 'calls', countAdded(tx, row.team_id, 'calls')) };
  });
  // Waits, so that long conversations are not held twice while their words are computed.
  await tx.insertInto('calls').values(numbered).execute();
  await deriveAdded(tx, 'calls', rows);
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
    call_reference: row.call_reference,
  };
}

export function callDetailRecord(
  row: Unnumbered<CallRow> & NamedContact & NamedSource & NamedBookings,
  options: CallRecordOptions,
): CallDetail {
  return {
    ...callRecord(row, options),
    ended_at: toIso(row.ended_at),
    booking_id: row.booking_id,
    booking_ids: row.booking_ids,
    source_name: row.source_name,
    business_phone: row.business_phone,
    recording_url: row.recording_url,
    fields: row.fields_json === null ? null : (JSON.parse(row.fields_json) as CallDetail['fields']),
    tools: row.tools_json === null ? null : (JSON.parse(row.tools_json) as ReportedTool[]),
    transcript: JSON.parse(row.transcript_json) as TranscriptTurn[],
  };
}

/** What only a source states. */
const UNREPORTED = {
  source_id: null,
  call_reference: null,
  business_phone: null,
  recording_url: null,
  fields_json: null,
  tools_json: null,
  further_text: null,
  erased_at: null,
};

/** A call that no source reported. */
export type UnreportedCall = Omit<
  CallDetail,
  'booking_ids' | 'source_name' | 'call_reference' | 'business_phone' | 'recording_url' | 'fields' | 'tools'
>;

/** A call that no source reported, as a row of the team. */
export function callRow(
  teamId: string,
  { transcript, contact_name: _name, ...call }: UnreportedCall,
): Unnumbered<CallRow> {
  return {
    ...UNREPORTED,
    ...call,
    team_id: teamId,
    started_at: fromIso(call.started_at),
    ended_at: fromIso(call.ended_at),
    transcript_json: JSON.stringify(transcript),
  };
}

/** Finds the call that a source reported under an id. */
export async function findReportedCall(tx: Db, sourceId: string, callReference: string): Promise<CallRow | undefined> {
  return tx
    .selectFrom('calls')
    .selectAll()
    .where('source_id', '=', sourceId)
    .where('call_reference', '=', callReference)
    .executeTakeFirst();
}

/** The calls of a team with an id of their system, of any source, in which a change at a time (epoch milliseconds) can have been made. */
export async function callsWithReference(
  db: Db,
  teamId: string,
  callReference: string,
  changedAt: number,
): Promise<CallRow[]> {
  return db
    .selectFrom('calls')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('call_reference', '=', callReference)
    .where(isCallAt(changedAt))
    .execute();
}

/** The calls of erased customers with an id of their system, of any source of the team. */
export async function erasedCalls(
  tx: Db,
  teamId: string,
  callReference: string,
): Promise<Pick<CallRow, 'id' | 'started_at' | 'ended_at'>[]> {
  return tx
    .selectFrom('calls')
    .select(['id', 'started_at', 'ended_at'])
    .where('team_id', '=', teamId)
    .where('call_reference', '=', callReference)
    .where('erased_at', 'is not', null)
    .execute();
}

/** Stores the changed columns of a call, without waiting for the answer. */
export async function updateCall(tx: Db, call: CallRow): Promise<void> {
  const { id, derived_version: _stored, ...columns } = call;
  const changed = { ...columns, ...(await callKeys(call)) };
  send(tx, tx.updateTable('calls').set(changed).where('id', '=', id));
  await deriveChanged(tx, 'calls', call);
}
