import { isDeepStrictEqual } from 'node:util';
import type { CallReport } from '../../contract/index.ts';
import { newId } from '../../lib/ids.ts';
import { bookingOfCall, isOneOfSeveral } from '../rules/booking-calls.ts';
import { linkReports, reportsOfCall } from '../store/calls/call-reports.ts';
import { callEventRecord, findReportedCall, insertCall, updateCall } from '../store/calls/calls.ts';
import { oldestWithPhone } from '../store/contacts/contacts.ts';
import { eraseReports } from '../store/erasure/erase-reports.ts';
import { appendEvent } from '../store/events.ts';
import type { CallReportRow, CallRow, Db, Unnumbered } from '../store/schema/schema.ts';
import { erasedCallOf, isOfErasedBooking } from './erased-call.ts';
import { mergeReports, type RankedReport } from './merge-reports.ts';
import { readReport } from './read-report.ts';
import { phoneOf, type ReportedColumns, reportedColumns } from './reported-call.ts';
import { storedReport } from './stored-report.ts';
import { RANKS, type Vendor } from './vendors/vendor.ts';

/** The call that reports belong to. */
interface CallOfSource {
  teamId: string;
  sourceId: string;
  vendor: Vendor;
  callReference: string;
}

/** What became of a report. */
export type RecordOutcome = 'added' | 'changed' | 'unchanged' | 'in progress';

/**
 * Adds the call that the stored reports describe, or changes it to what they say now, by the rules of every call:
 * its contact is linked by number, and webhooks and subscribed clients receive the event. A call whose customer was erased stays
 * as it is, and its reports are not kept.
 * @param last the stored report that arrived last, if it was read already: it is not read again.
 */
export async function recordCall(
  tx: Db,
  of: CallOfSource,
  now: number,
  last?: RankedReport & { id: string },
): Promise<{ outcome: RecordOutcome; callId: string | null }> {
  const rows = await reportsOfCall(tx, of.sourceId, of.callReference, last?.id);
  const reports = rows.flatMap((row) => rankedReports(of.vendor, row));
  if (last) reports.push(last);
  if (reports.length === 0) return { outcome: 'unchanged', callId: null };
  const receivedAt = rows[0]?.received_at ?? now;
  const country = await countryOf(tx, of.teamId);
  return recordReports(tx, of, {
    reports,
    country,
    receivedAt,
    now,
    isPartial: rows.some(({ body }) => body === null),
  });
}

/** Reports of one call. */
interface RecordedReports {
  /** In the order of their arrival. */
  reports: readonly RankedReport[];
  /** The country of the business (ISO 3166-1), for numbers without +. */
  country: string;
  /** When the first one arrived, in epoch milliseconds. */
  receivedAt: number;
  now: number;
  /** True if earlier reports, or their bodies, are not kept: what the call has from them stays. */
  isPartial?: boolean;
  /** True for calls of the past, about which no event is sent. */
  isHistory?: boolean;
}

/** The same for reports that are not stored. */
export async function recordReports(
  tx: Db,
  of: Omit<CallOfSource, 'vendor'>,
  { reports, country, receivedAt, now, isPartial = false, isHistory = false }: RecordedReports,
): Promise<{ outcome: RecordOutcome; callId: string | null }> {
  const { teamId, sourceId, callReference } = of;
  const existing = await findReportedCall(tx, sourceId, callReference);
  if (existing && existing.erased_at !== null) return staysErased(tx, of, existing.id);
  const readable = reports.map((report) => withReadableNumbers(report, country));
  const stated = mergeReports(readable);
  const merged =
    existing && isPartial
      ? mergeReports([{ report: storedReport(existing, callReference, stated), rank: RANKS.started - 1 }, ...readable])
      : stated;
  const arrival = { receivedAt, isHistory };
  const columns = reportedColumns(merged, country, receivedAt);
  const contact_id = existing ? existing.contact_id : await contactOf(tx, of, columns);
  const erased = existing
    ? undefined
    : await erasedCallOf(tx, of, merged, { ...arrival, ofContact: contact_id !== null });
  if (erased) return staysErased(tx, of, erased.id);
  if (!existing && contact_id === null && (await isOfErasedBooking(tx, of, merged, arrival)))
    return staysErased(tx, of, null);
  if (merged.event === 'started') return { outcome: 'in progress', callId: null };
  const linked = await bookingOfCall(tx, teamId, callReference, columns);
  if (!existing) {
    const call: Unnumbered<CallRow> = { ...newCall(of, columns), contact_id, ...linked };
    await insertCall(tx, call);
    await linkReports(tx, sourceId, callReference, call.id);
    if (!isHistory) await appendEvent(tx, { teamId, type: 'call.completed', time: now, data: callEventRecord(call) });
    return { outcome: 'added', callId: call.id };
  }
  const changed: CallRow = { ...existing, ...columns, ...linked };
  if (changed.phone !== existing.phone) changed.contact_id = null;
  changed.contact_id ??= await contactOf(tx, of, columns);
  await linkReports(tx, sourceId, callReference, existing.id);
  if (isDeepStrictEqual({ ...existing }, changed)) return { outcome: 'unchanged', callId: existing.id };
  await updateCall(tx, changed);
  if (!isHistory) await appendEvent(tx, { teamId, type: 'call.updated', time: now, data: callEventRecord(changed) });
  return { outcome: 'changed', callId: existing.id };
}

/** A call that is recorded for the first time, before it is linked to a contact or a booking. */
export const newCall = (
  { teamId, sourceId, callReference }: Omit<CallOfSource, 'vendor'>,
  columns: ReportedColumns,
): Unnumbered<CallRow> => ({
  ...columns,
  id: newId('call'),
  team_id: teamId,
  source_id: sourceId,
  call_reference: callReference,
  contact_id: null,
  booking_id: null,
  erased_at: null,
});

/** Keeps nothing of the reports of a call whose customer was erased. */
async function staysErased(
  tx: Db,
  { sourceId, callReference }: Omit<CallOfSource, 'vendor'>,
  callId: string | null,
): Promise<{ outcome: RecordOutcome; callId: string | null }> {
  if (callId !== null) await linkReports(tx, sourceId, callReference, callId);
  await eraseReports(tx, { source_id: sourceId, call_reference: callReference });
  return { outcome: 'unchanged', callId };
}

/** The reports in a stored delivery: what it says, and what was fetched for it. */
export function rankedReports(
  vendor: Vendor,
  { body, fetched_json }: Pick<CallReportRow, 'body' | 'fetched_json'>,
): RankedReport[] {
  const parsed = body === null ? undefined : readReport(vendor, body);
  const reports: RankedReport[] = parsed?.kind === 'report' ? [rankedReport(parsed)] : [];
  if (fetched_json !== null) reports.push({ report: JSON.parse(fetched_json) as CallReport, rank: RANKS.fetched });
  return reports;
}

/** What counts of a report when it is combined with others. */
export const rankedReport = ({ report, rank, isUndirected }: RankedReport): RankedReport => ({
  report,
  rank,
  isUndirected,
});

/** A text such as "unknown" says nothing about a number: it does not replace the one of another report. */
export function withReadableNumbers({ report, ...order }: RankedReport, country: string): RankedReport {
  const [phone, business_phone] = [report.phone, report.business_phone].map((text) => phoneOf(text, country));
  return { report: { ...report, phone, business_phone }, ...order };
}

/** The contact with the number, unless the call itself added it with bookings for several people. */
async function contactOf(
  tx: Db,
  { teamId, callReference }: Pick<CallOfSource, 'teamId' | 'callReference'>,
  call: ReportedColumns,
): Promise<string | null> {
  const contactId = call.phone === null ? undefined : (await oldestWithPhone(tx, teamId, call.phone))?.id;
  if (contactId === undefined || (await isOneOfSeveral(tx, { teamId, callReference, contactId }, call))) return null;
  return contactId;
}

/** The country of a team's business (ISO 3166-1), for numbers without +; empty if it has none. */
export async function countryOf(tx: Db, teamId: string): Promise<string> {
  const team = await tx.selectFrom('teams').select('default_country').where('id', '=', teamId).executeTakeFirst();
  return team?.default_country ?? '';
}
