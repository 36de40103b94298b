import { type Expression, type SqlBool, sql } from 'kysely';
import { contains } from './contains.ts';
import type { CallReportRow, CallRow, ContactRow, Db } from './schema.ts';

const ERASED = 'The customer was erased.';

/** Deletes what is kept of the reports of a call. What remains recognises a replay; none of them is fetched any more. */
export async function eraseReports(
  tx: Db,
  { team_id, call_reference }: Pick<CallRow, 'team_id' | 'call_reference'>,
): Promise<number> {
  if (call_reference === null) return 0;
  const reports = await tx
    .selectFrom('call_reports')
    .select(['id', 'status'])
    .where('team_id', '=', team_id)
    .where('call_reference', '=', call_reference)
    .where(({ eb, or }) => or([eb('body', 'is not', null), eb('fetched_json', 'is not', null)]))
    .execute();
  for (const report of reports) await forget(tx, report);
  return reports.length;
}

/** The same for reports by their ids, as far as they still have something. */
export async function eraseReportsById(tx: Db, ids: readonly string[]): Promise<number> {
  const reports = await tx
    .selectFrom('call_reports')
    .select(['id', 'status'])
    .where('id', 'in', ids)
    .where('body', 'is not', null)
    .execute();
  for (const report of reports) await forget(tx, report);
  return reports.length;
}

async function forget(tx: Db, { id, status }: Pick<CallReportRow, 'id' | 'status'>): Promise<void> {
  const ended = status === 'pending' ? { status: 'failed' as const, problem: ERASED } : {};
  const forgotten = { body: null, fetched_json: null, next_at: null, ...ended };
  await tx.updateTable('call_reports').set(forgotten).where('id', '=', id).execute();
}

/** Texts by which a customer is recognised in a report as its vendor sent it. */
export interface ReportMarks {
  /** The digits of the telephone number without its country; null if it identifies no one. */
  digits: string | null;
  /** Notations of the e-mail address, in lower case. */
  addresses: readonly string[];
}

/** A position among the reports of a team, in the order of their arrival. */
export interface ReportPosition {
  received_at: number;
  id: string;
}

/**
 * Reads the next reports after a position that have a body, and whether each is one of the customer: it has one of the marks,
 * and belongs to no call of another contact.
 */
export async function reportsWithMarks(
  db: Db,
  { team_id, id }: ContactRow,
  { digits, addresses }: ReportMarks,
  { after, limit }: { after: ReportPosition; limit: number },
): Promise<(ReportPosition & { isOfCustomer: boolean })[]> {
  const body = sql<string>`call_reports.body`;
  const found: Expression<SqlBool>[] = addresses.map((address) => contains(sql`lower(${body})`, address));
  if (digits !== null) found.push(contains(withoutSeparators(body), digits));
  const rows = await db
    .selectFrom('call_reports')
    .leftJoin('calls', 'calls.id', 'call_reports.call_id')
    .select(['call_reports.received_at', 'call_reports.id', 'calls.contact_id'])
    .select(({ or }) => or(found).as('has_mark'))
    .where('call_reports.team_id', '=', team_id)
    .where(sql<boolean>`(call_reports.received_at, call_reports.id) > (${after.received_at}, ${after.id})`)
    .where('call_reports.body', 'is not', null)
    .orderBy('call_reports.received_at')
    .orderBy('call_reports.id')
    .limit(limit)
    .execute();
  return rows.map(({ contact_id, has_mark, ...position }) => ({
    ...position,
    isOfCustomer: Boolean(has_mark) && (contact_id === null || contact_id === id),
  }));
}

/** A text without what people and systems write between the digits of telephone numbers. */
const withoutSeparators = (text: Expression<string>): Expression<string> =>
  [' ', '-', '.', '/', '(', ')'].reduce<Expression<string>>(
    (shorter, separator) => sql<string>`replace(${shorter}, ${sql.lit(separator)}, '')`,
    text,
  );
