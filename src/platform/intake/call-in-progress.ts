import { readCallerNumber } from '../../lib/phone/caller-number.ts';
import { reportsOfTeamCall } from '../store/calls/call-reports.ts';
import { findCallSource } from '../store/calls/call-sources.ts';
import type { Db } from '../store/schema/schema.ts';
import { mergeReports } from './merge-reports.ts';
import { countryOf, rankedReports } from './record-call.ts';
import { VENDORS } from './vendors/index.ts';

/** A call that began earlier is over: its end was not reported. */
const MAX_CALL_MS = 4 * 60 * 60_000;

/**
 * Finds a call in progress by its id in the system that reports it: announced by a source of the team, and not ended. Two
 * sources that use the same id make it unknown.
 * @returns the caller's number (E.164), null if it is withheld; undefined if there is no such call.
 */
export async function findCallInProgress(
  db: Db,
  { teamId, callReference, now }: { teamId: string; callReference: string; now: number },
): Promise<{ phone: string | null } | undefined> {
  const rows = await reportsOfTeamCall(db, teamId, callReference);
  // A report from the future arrived before the clock was set back, or follows one that did.
  const recent = rows.filter(({ received_at }) => now - received_at < MAX_CALL_MS);
  const [first] = recent;
  if (!first || rows.some(({ source_id }) => source_id !== first.source_id)) return undefined;
  const source = await findCallSource(db, first.source_id);
  const vendor = source && VENDORS[source.vendor];
  const reports = vendor ? recent.flatMap((row) => rankedReports(vendor, row)) : [];
  if (reports.length === 0) return undefined;
  const { event, phone } = mergeReports(reports);
  if (event === 'ended') return undefined;
  // A number in a display name, or one with an extension, identifies no line.
  return { phone: readCallerNumber(phone, await countryOf(db, teamId)) ?? null };
}
