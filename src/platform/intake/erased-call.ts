import type { CallReport } from '../../contract/index.ts';
import { DAY_MS, MINUTE_MS } from '../../lib/time/units.ts';
import { erasedCalls } from '../store/calls/calls.ts';
import { erasedReports } from '../store/erasure/erase-reports.ts';
import { changesErasedBooking } from '../store/erasure/erasure.ts';
import type { Db } from '../store/schema/schema.ts';
import { possibleTime } from './reported-call.ts';

/**
 * Systems can use the same ids, and state times of one call that differ a little. Nothing of the number of an erased call is kept.
 * A call from the number of another contact is that contact's, unless it was at the same time: a family may share the number.
 */
const TOLERANCE_MS = { ofContact: 15 * MINUTE_MS, unknown: DAY_MS };

interface ReportedCall {
  teamId: string;
  sourceId: string;
  callReference: string;
}

interface Arrival {
  /** When the report arrived, in epoch milliseconds. */
  receivedAt: number;
  /** True for a line of a file, whose call can be of any time. */
  isHistory: boolean;
}

/**
 * Finds out whether a call that a source has not recorded is that of a customer who was erased: another source, or a file, has
 * reported it, or this source has announced it.
 * @param ofContact whether the number of the call is that of a contact.
 * @returns the id of the call that was erased, null if it had not ended; undefined if there is none.
 */
export async function erasedCallOf(
  tx: Db,
  { teamId, sourceId, callReference }: ReportedCall,
  report: CallReport,
  { ofContact, ...arrival }: Arrival & { ofContact: boolean },
): Promise<{ id: string | null } | undefined> {
  const at = timeOf(report, arrival);
  const tolerance = ofContact ? TOLERANCE_MS.ofContact : TOLERANCE_MS.unknown;
  const isNear = (start: number, end = start) => at === undefined || (at > start - tolerance && at < end + tolerance);
  const calls = await erasedCalls(tx, teamId, callReference);
  const call = calls.find(({ started_at, ended_at }) => isNear(started_at, ended_at));
  if (call) return { id: call.id };
  const announced = await erasedReports(tx, teamId, callReference);
  const isAnnounced = announced.some((one) => one.source_id === sourceId || isNear(one.received_at));
  return isAnnounced ? { id: null } : undefined;
}

/**
 * Finds out whether a booking of an erased customer was changed in a call that is reported for the first time, and whose number is
 * that of no contact. The erasure found no call that it could mark.
 */
export async function isOfErasedBooking(
  tx: Db,
  { teamId, callReference }: Pick<ReportedCall, 'teamId' | 'callReference'>,
  report: CallReport,
  arrival: Arrival,
): Promise<boolean> {
  const at = timeOf(report, arrival);
  return changesErasedBooking(tx, teamId, callReference, at === undefined ? undefined : [at - DAY_MS, at + DAY_MS]);
}

/** When a call was, in epoch milliseconds; undefined if that is unknown. A time that no call has counts as absent. */
function timeOf({ started_at, ended_at }: CallReport, { receivedAt, isHistory }: Arrival): number | undefined {
  const stated = possibleTime(started_at, receivedAt) ?? possibleTime(ended_at, receivedAt);
  return stated ?? (isHistory ? undefined : receivedAt);
}
