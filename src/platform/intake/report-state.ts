import type { CallReportRow, CallSourceRow } from '../store/schema.ts';
import type { Reading } from './vendors/vendor.ts';

/** What becomes of a delivery, by what it says and by whether its source has an API key to fetch the rest. */
export function stateOf(
  reading: Reading,
  { credential }: Pick<CallSourceRow, 'credential'>,
): Pick<CallReportRow, 'event' | 'call_reference' | 'status' | 'problem'> {
  const { event } = reading;
  if (reading.kind === 'unknown') return { event, call_reference: null, status: 'kept', problem: reading.reason };
  const status = reading.fetch !== undefined && credential !== null ? 'pending' : 'understood';
  if (reading.kind === 'report') return { event, call_reference: reading.report.call_id, status, problem: null };
  if (status === 'pending') return { event, call_reference: null, status, problem: null };
  const problem = 'It names a transcript or recording, and the source has no API key with which it can be fetched.';
  return { event, call_reference: null, status: 'kept', problem };
}
