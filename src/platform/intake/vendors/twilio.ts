import type { CallReport } from '../../../contract/index.ts';
import type { JsonObject } from '../../../lib/json.ts';
import { instantOf } from './call-times.ts';
import { reportFields } from './facts.ts';
import { secondsOf, textOf } from './lenient-values.ts';
import { identifyingNumber } from './party-numbers.ts';
import { endOf, partiesOf, sidOf } from './twilio-call.ts';
import { fetchTwilioCall, twilioKeyProblem } from './twilio-recordings.ts';
import { verifyTwilioSignature } from './twilio-signature.ts';
import { type ParsedReport, RANKS, type Vendor } from './vendor.ts';

/**
 * Twilio: status callbacks of calls and recordings, and notifications of transcripts. None has turns, which are fetched.
 * From documentation and the types of twilio 6.2.
 */
export const twilio: Vendor = {
  name: 'twilio',
  secretMaker: 'vendor',
  secretProblem: (secret) =>
    /^[0-9a-f]{32}$/i.test(secret) ? undefined : 'is not an auth token of Twilio: 32 hexadecimal digits',
  contentType: 'json or form',
  verify: verifyTwilioSignature,
  read(body) {
    if (body.transcript_sid !== undefined) return readTranscript(body);
    const status = textOf(body.CallStatus, 40) ?? null;
    const callSid = sidOf('CA', body.CallSid);
    if (callSid === undefined) return { kind: 'unknown', event: status, reason: 'It has no id of a call.' };
    if (body.RecordingStatus !== undefined) return readRecording(callSid, body);
    if (status === null) return { kind: 'unknown', event: null, reason: 'It has no status of a call.' };
    if (body.ParentCallSid !== undefined)
      return { kind: 'unknown', event: status, reason: 'It is about the second leg of a call, such as a transfer.' };
    return readStatus(status, callSid, body);
  },
  credentialProblem: twilioKeyProblem,
  fetchCall: fetchTwilioCall,
};

const IN_PROGRESS = ['queued', 'initiated', 'ringing', 'in-progress', 'answered'];

function readStatus(status: string, callSid: string, body: JsonObject): ParsedReport {
  const time = instantOf(body.Timestamp);
  const end = endOf(status);
  if (!end) {
    if (!IN_PROGRESS.includes(status))
      return { kind: 'unknown', event: null, reason: 'The status of the call is not one of Twilio.' };
    const parties = partiesOf(body.Direction, body.From, body.To, identifyingNumber);
    const report: CallReport = { event: 'started', call_id: callSid, ...parties, started_at: time };
    return { kind: 'report', event: status, report, rank: RANKS.started };
  }
  const seconds = secondsOf(body.CallDuration);
  const { AnsweredBy: answered_by, ForwardedFrom: forwarded_from, CallerName: caller_name } = body;
  const report: CallReport = {
    event: 'ended',
    call_id: callSid,
    ...partiesOf(body.Direction, body.From, body.To),
    ...end,
    ended_at: time,
    duration_seconds: seconds,
    fields: reportFields({ answered_by, forwarded_from, caller_name }),
  };
  const mayBeRecorded = end.status === 'completed' && seconds !== 0;
  const fetch = mayBeRecorded ? { fetch: { call_sid: callSid } } : {};
  return { kind: 'report', event: status, report, rank: RANKS.ended, ...fetch };
}

/** A recording can be finished while the call lasts, and its callback has no parties: the call is fetched. */
function readRecording(callSid: string, body: JsonObject): ParsedReport {
  const event = `recording ${textOf(body.RecordingStatus, 40) ?? ''}`.trim();
  if (body.RecordingStatus !== 'completed')
    return { kind: 'unknown', event, reason: 'It is about a recording that is not finished.' };
  return { kind: 'announcement', event, fetch: { call_sid: callSid } };
}

/** Conversational Intelligence names the transcript alone: its call is that of its recording. */
function readTranscript(body: JsonObject): ParsedReport {
  const event = textOf(body.event_type, 100) ?? 'transcript';
  const transcriptSid = sidOf('GT', body.transcript_sid);
  if (transcriptSid === undefined)
    return { kind: 'unknown', event, reason: 'The id of the transcript is not one of Twilio.' };
  return { kind: 'announcement', event, fetch: { transcript_sid: transcriptSid } };
}
