import type { CallReport } from '../../contract/index.ts';
import { DAY_MS } from '../../lib/time/units.ts';
import { erasedCalls } from '../store/calls.ts';
import { erasedReports } from '../store/erase-reports.ts';
import type { Db } from '../store/schema.ts';

/**
 * Finds out whether a call that a source has not recorded is that of a customer who was erased: another source, or a file, has
 * reported it, or this source has announced it.
 * @param receivedAt when the report arrived, in epoch milliseconds: the time of a call for which it states none. Undefined for a
 * line of a file, whose call can be of any time.
 * @returns the id of the call that was erased, null if it had not ended; undefined if there is none.
 */
export async function erasedCallOf(
  tx: Db,
  { teamId, sourceId, callReference }: { teamId: string; sourceId: string; callReference: string },
  report: CallReport,
  receivedAt: number | undefined,
): Promise<{ id: string | null } | undefined> {
  const stated = report.started_at ?? report.ended_at;
  const at = stated ? Date.parse(stated) : receivedAt;
  const calls = await erasedCalls(tx, teamId, callReference);
  const call = calls.find(({ started_at }) => isSameTime(at, started_at));
  if (call) return { id: call.id };
  const announced = await erasedReports(tx, teamId, callReference);
  const isAnnounced = announced.some((one) => one.source_id === sourceId || isSameTime(at, one.received_at));
  return isAnnounced ? { id: null } : undefined;
}

/** Systems can use the same ids, and state times of one call that differ a little. */
const isSameTime = (at: number | undefined, time: number) => at === undefined || Math.abs(at - time) < DAY_MS;
