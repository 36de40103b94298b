import { type CallReport, MAX_CALL_SECONDS } from '../../contract/index.ts';
import type { CallRow } from '../store/schema/schema.ts';
import { toIso } from '../store/time.ts';
import { defaultOutcome } from './reported-call.ts';

type Time = 'started_at' | 'ended_at' | 'duration_seconds';

/**
 * A stored call in the form of a report, for a report that completes it. What was computed from a value that this one changes
 * is left out, so that it is computed again.
 */
export function storedReport(call: CallRow, callReference: string, later: CallReport): CallReport {
  const stored: CallReport = {
    event: 'ended',
    call_id: callReference,
    direction: call.direction as CallReport['direction'],
    phone: call.phone,
    business_phone: call.business_phone,
    status: call.status as CallReport['status'],
    started_at: toIso(call.started_at),
    ended_at: toIso(call.ended_at),
    duration_seconds: call.duration_seconds,
    outcome: call.outcome === defaultOutcome(call.status) ? null : call.outcome,
    language: call.language,
    summary: call.summary,
    recording_url: call.recording_url,
    fields: call.fields_json === null ? null : JSON.parse(call.fields_json),
    tools: call.tools_json === null ? null : JSON.parse(call.tools_json),
    turns: JSON.parse(call.transcript_json),
  };
  if (changesTimes(call, later)) stored[computedTime(call, later)] = null;
  return stored;
}

function changesTimes(call: CallRow, { started_at, ended_at, duration_seconds }: CallReport): boolean {
  return (
    (started_at && Date.parse(started_at) !== call.started_at) ||
    (ended_at && Date.parse(ended_at) !== call.ended_at) ||
    // Stored in whole milliseconds.
    Math.abs((duration_seconds ?? call.duration_seconds) - call.duration_seconds) > 0.001
  );
}

/**
 * Of start, end and duration, two determine the third. A new start moves the call, which keeps its duration; so does a new end
 * that does not fit to the start.
 */
function computedTime(call: CallRow, { started_at, ended_at, duration_seconds }: CallReport): Time {
  if (!ended_at) return 'ended_at';
  if (started_at) return 'duration_seconds';
  const seconds = (Date.parse(ended_at) - call.started_at) / 1_000;
  const fits = seconds >= 0 && seconds <= MAX_CALL_SECONDS;
  return typeof duration_seconds === 'number' || !fits ? 'started_at' : 'duration_seconds';
}
