import type { CallReportRow, CallSourceRow } from '../store/schema/schema.ts';
import type { ParsedReport } from './vendors/vendor.ts';

/** What becomes of a delivery, by what it says and by whether its source has an API key to fetch the rest. */
export function stateOf(
  parsed: ParsedReport,
  { credential }: Pick<CallSourceRow, 'credential'>,
): Pick<CallReportRow, 'event' | 'call_reference' | 'status' | 'problem'> {
  const { event } = parsed;
  if (parsed.kind === 'unknown') return { event, call_reference: null, status: 'kept', problem: parsed.reason };
  const status = parsed.fetch !== undefined && credential !== null ? 'pending' : 'understood';
  if (parsed.kind === 'report') return { event, call_reference: parsed.report.call_id, status, problem: null };
  if (status === 'pending') return { event, call_reference: null, status, problem: null };
  const problem = 'It names a transcript or recording, and the source has no API key with which it can be fetched.';
  return { event, call_reference: null, status: 'kept', problem };
}
