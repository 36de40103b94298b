import type { CallReport } from '../../contract/index.ts';
import { DAY_MS } from '../../lib/time/units.ts';
import { erasedCalls } from '../store/calls.ts';
import { erasedReports } from '../store/erase-reports.ts';
import { changesErasedBooking } from '../store/erasure.ts';
import type { Db } from '../store/schema.ts';
import { possibleTime } from './reported-call.ts';

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
 * @returns the id of the call that was erased, null if it had not ended; undefined if there is none.
 */
export async function erasedCallOf(
  tx: Db,
  { teamId, sourceId, callReference }: ReportedCall,
  report: CallReport,
  arrival: Arrival,
): Promise<{ id: string | null } | undefined> {
  const at = timeOf(report, arrival);
  const calls = await erasedCalls(tx, teamId, callReference);
  const call = calls.find(({ started_at }) => isSameTime(at, started_at));
  if (call) return { id: call.id };
  const announced = await erasedReports(tx, teamId, callReference);
  const isAnnounced = announced.some((one) => one.source_id === sourceId || isSameTime(at, one.received_at));
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

/** Systems can use the same ids, and state times of one call that differ a little. */
const isSameTime = (at: number | undefined, time: number) => at === undefined || Math.abs(at - time) < DAY_MS;
