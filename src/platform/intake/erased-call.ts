import type { CallReport } from '../../contract/index.ts';
import { DAY_MS } from '../../lib/time/units.ts';
import { erasedCalls } from '../store/calls.ts';
import { erasedReports } from '../store/erase-reports.ts';
import type { Db } from '../store/schema.ts';

/**
 * Finds out whether a call that a source has not recorded is that of a customer who was erased: another source, or a file, has
 * reported it, or this source has announced it.
 * @returns the id of the call that was erased, null if it had not ended; undefined if there is none.
 */
export async function erasedCallOf(
  tx: Db,
  { teamId, sourceId, callReference }: { teamId: string; sourceId: string; callReference: string },
  report: CallReport,
): Promise<{ id: string | null } | undefined> {
  const calls = await erasedCalls(tx, teamId, callReference);
  const call = calls.find(({ started_at }) => isSameTime(report, started_at));
  if (call) return { id: call.id };
  const announced = await erasedReports(tx, teamId, callReference);
  const isAnnounced = announced.some((one) => one.source_id === sourceId || isSameTime(report, one.received_at));
  return isAnnounced ? { id: null } : undefined;
}

/** Systems can use the same ids, and state times of one call that differ a little. A report without a time can be of that call. */
function isSameTime({ started_at, ended_at }: CallReport, time: number): boolean {
  const at = started_at ?? ended_at;
  return !at || Math.abs(Date.parse(at) - time) < DAY_MS;
}
