import { sql } from 'kysely';
import type { CallReportRow, CallSourceRow, ContactRow, Db } from '../schema/schema.ts';

/** The problem of a report whose customer was erased: also the mark by which later reports of its call are recognised. */
const ERASED = 'The customer was erased.';

/**
 * Deletes what is kept of the reports of a call of a source: another source can use the same id. What remains recognises a
 * replay; none of them is fetched any more. Returns how many there were.
 */
export async function eraseReports(
  tx: Db,
  { source_id, call_reference }: { source_id: string | null; call_reference: string | null },
): Promise<number> {
  if (source_id === null || call_reference === null) return 0;
  const reports = keptReports(tx).where('source_id', '=', source_id).where('call_reference', '=', call_reference);
  return forgetAll(tx, await reports.execute());
}

/** The same for one report. */
export const eraseReport = async (tx: Db, id: string): Promise<number> =>
  forgetAll(tx, await keptReports(tx).where('id', '=', id).execute());

const keptReports = (tx: Db) =>
  tx
    .selectFrom('call_reports')
    .select(['id', 'status'])
    .where(({ eb, or }) => or([eb('body', 'is not', null), eb('fetched_json', 'is not', null)]));

async function forgetAll(tx: Db, reports: readonly Pick<CallReportRow, 'id' | 'status'>[]): Promise<number> {
  for (const report of reports) await forget(tx, report);
  return reports.length;
}

/** A report that was not understood is deleted as a whole, as it would be by its age. */
async function forget(tx: Db, { id, status }: Pick<CallReportRow, 'id' | 'status'>): Promise<void> {
  if (status === 'kept') {
    await tx.deleteFrom('call_reports').where('id', '=', id).execute();
    return;
  }
  const ended = status === 'pending' ? { status: 'failed' as const } : {};
  const forgotten = { body: null, fetched_json: null, next_at: null, problem: ERASED, ...ended };
  await tx.updateTable('call_reports').set(forgotten).where('id', '=', id).execute();
}

/** The reports of erased customers with an id of a call that was not recorded, of any source of the team. */
export async function erasedReports(
  tx: Db,
  teamId: string,
  callReference: string,
): Promise<Pick<CallReportRow, 'source_id' | 'received_at'>[]> {
  return tx
    .selectFrom('call_reports')
    .select(['source_id', 'received_at'])
    .where('team_id', '=', teamId)
    .where('call_reference', '=', callReference)
    .where('call_id', 'is', null)
    .where('problem', '=', ERASED)
    .execute();
}

/** A position among the reports of a team, in the order of their arrival. */
export interface ReportPosition {
  received_at: number;
  id: string;
}

/** A report with all that tells whose it is. */
export interface SearchedReport
  extends Pick<
      CallReportRow,
      'received_at' | 'id' | 'team_id' | 'source_id' | 'call_reference' | 'call_id' | 'fetched_json'
    >,
    Pick<CallSourceRow, 'vendor'> {
  body: string;
}

/** Reads the next reports after a position that have a body and belong to no call of another contact. */
export async function reportsToSearch(
  db: Db,
  { team_id, id }: ContactRow,
  { after, limit }: { after: ReportPosition; limit: number },
): Promise<SearchedReport[]> {
  return db
    .selectFrom('call_reports')
    .innerJoin('call_sources', 'call_sources.id', 'call_reports.source_id')
    .leftJoin('calls', 'calls.id', 'call_reports.call_id')
    .select([
      'call_reports.received_at',
      'call_reports.id',
      'call_reports.team_id',
      'call_reports.source_id',
      'call_reports.call_reference',
      'call_reports.call_id',
      'call_reports.fetched_json',
      'call_reports.body',
      'call_sources.vendor',
    ])
    .where('call_reports.team_id', '=', team_id)
    .where(sql<boolean>`(call_reports.received_at, call_reports.id) > (${after.received_at}, ${after.id})`)
    .where('call_reports.body', 'is not', null)
    .where(({ eb, or }) => or([eb('calls.contact_id', 'is', null), eb('calls.contact_id', '=', id)]))
    .orderBy('call_reports.received_at')
    .orderBy('call_reports.id')
    .limit(limit)
    .$narrowType<{ body: string }>()
    .execute();
}
