import type { Db } from '../schema/schema.ts';
import type { CallReportRow, ReportStatus } from '../schema/schema-calls.ts';

/** Columns of lists: the body is long. */
const LISTED = [
  'id',
  'source_id',
  'event',
  'call_reference',
  'call_id',
  'status',
  'problem',
  'received_at',
] as const satisfies (keyof CallReportRow)[];

export type ListedReport = Pick<CallReportRow, (typeof LISTED)[number]> & { has_body: number | boolean };

/** Stores a report. Returns false if the source has sent the same content before. */
export async function insertCallReport(tx: Db, row: CallReportRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('call_reports')
    .values(row)
    .onConflict((conflict) => conflict.columns(['source_id', 'digest']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function findCallReport(db: Db, id: string): Promise<CallReportRow | undefined> {
  return db.selectFrom('call_reports').selectAll().where('id', '=', id).executeTakeFirst();
}

/** What a report says of its call. */
type ReportContent = Pick<CallReportRow, 'received_at' | 'fetched_json' | 'body'>;

/**
 * The reports of one call of a source, in the order of their arrival.
 * @param except the id of one that is left out.
 */
export async function reportsOfCall(
  db: Db,
  sourceId: string,
  callReference: string,
  except = '',
): Promise<ReportContent[]> {
  return db
    .selectFrom('call_reports')
    .select(['received_at', 'fetched_json', 'body'])
    .where('source_id', '=', sourceId)
    .where('call_reference', '=', callReference)
    .where('id', '<>', except)
    .orderBy('received_at')
    .orderBy('id')
    .execute();
}

/** How many reports of one call are kept, the bytes of their bodies, and when the last one arrived. */
export async function sizeOfCall(
  db: Db,
  sourceId: string,
  callReference: string,
): Promise<{ reports: number; bytes: number; lastAt: number }> {
  const { reports, bytes, lastAt } = await db
    .selectFrom('call_reports')
    .select(({ fn }) => [
      fn.countAll<number | bigint | string>().as('reports'),
      fn.sum<number | bigint | string | null>(fn<number>('octet_length', ['body'])).as('bytes'),
      fn.max('received_at').as('lastAt'),
    ])
    .where('source_id', '=', sourceId)
    .where('call_reference', '=', callReference)
    .executeTakeFirstOrThrow();
  return { reports: Number(reports), bytes: Number(bytes ?? 0), lastAt: Number(lastAt ?? 0) };
}

/** The reports of a call of any source of the team, in the order of their arrival. */
export async function reportsOfTeamCall(db: Db, teamId: string, callReference: string): Promise<CallReportRow[]> {
  return db
    .selectFrom('call_reports')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('call_reference', '=', callReference)
    .orderBy('received_at')
    .orderBy('id')
    .execute();
}

/** The last reports of a source, or of all sources of the team, newest first. */
export async function listCallReports(
  db: Db,
  from: { teamId: string } | { sourceId: string },
  limit: number,
): Promise<ListedReport[]> {
  return db
    .selectFrom('call_reports')
    .select([...LISTED, (eb) => eb('body', 'is not', null).as('has_body')])
    .where('sourceId' in from ? 'source_id' : 'team_id', '=', 'sourceId' in from ? from.sourceId : from.teamId)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute() as Promise<ListedReport[]>;
}

type ChangedReport = Partial<Omit<CallReportRow, 'id' | 'source_id' | 'team_id' | 'digest' | 'received_at'>>;

export async function updateCallReport(tx: Db, id: string, changed: ChangedReport): Promise<void> {
  await tx.updateTable('call_reports').set(changed).where('id', '=', id).execute();
}

/** Links the reports of a call to it that are not yet. */
export async function linkReports(tx: Db, sourceId: string, callReference: string, callId: string): Promise<void> {
  await tx
    .updateTable('call_reports')
    .set({ call_id: callId })
    .where('source_id', '=', sourceId)
    .where('call_reference', '=', callReference)
    .where('call_id', 'is', null)
    .execute();
}

/** The number of reports of a source with a status, counted up to a limit. */
export async function countUpTo(db: Db, sourceId: string, status: ReportStatus, limit: number): Promise<number> {
  const rows = await db
    .selectFrom('call_reports')
    .select('id')
    .where('source_id', '=', sourceId)
    .where('status', '=', status)
    .where('body', 'is not', null)
    .limit(limit)
    .execute();
  return rows.length;
}

/** Maximum rows changed by one transaction, so that other writers do not wait for long. */
const CHUNK_ROWS = 500;

/**
 * Deletes what is kept of reports that arrived before `time`: the bodies, and whole reports that were not understood.
 * Returns true if more may remain.
 */
export async function pruneReportBodies(tx: Db, time: number): Promise<boolean> {
  const old = await tx
    .selectFrom('call_reports')
    .select(['id', 'status'])
    .where('received_at', '<', time)
    .where('body', 'is not', null)
    .orderBy('received_at')
    .limit(CHUNK_ROWS)
    .execute();
  const idsOf = (rows: typeof old) => rows.map(({ id }) => id);
  const kept = idsOf(old.filter(({ status }) => status === 'kept'));
  const others = idsOf(old.filter(({ status }) => status !== 'kept'));
  if (kept.length > 0) await tx.deleteFrom('call_reports').where('id', 'in', kept).execute();
  if (others.length > 0) {
    const forgotten = { body: null, fetched_json: null, next_at: null };
    await tx.updateTable('call_reports').set(forgotten).where('id', 'in', others).execute();
  }
  return old.length === CHUNK_ROWS;
}
