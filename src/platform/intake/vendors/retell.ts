import { MAX_SUMMARY_LENGTH } from '../../../contract/index.ts';
import type { JsonObject } from '../../../lib/json.ts';
import { callTimes } from './call-times.ts';
import { reportFields } from './facts.ts';
import { plainSecretProblem } from './hmac.ts';
import { callIdOf, numberOf, objectIn, textOf } from './lenient-values.ts';
import { eventName, parsedReport, unknownReport } from './parsed-report.ts';
import { identifyingNumber, partyNumber } from './party-numbers.ts';
import { lastingUrl } from './recordings.ts';
import { hasScrubbedTranscript, retellConversation } from './retell-conversation.ts';
import { retellEnding } from './retell-ending.ts';
import { verifyRetell } from './retell-signature.ts';
import { type ParsedReport, RANKS, type Vendor } from './vendor.ts';

/**
 * Retell's call events: `call_started`, `call_ended`, and `call_analyzed`, which has all of the one before and the analysis
 * (docs.retellai.com, "Webhook"; `PhoneCallResponse` of retell-sdk 5.66.1).
 */
export const retell: Vendor = {
  name: 'retell',
  secretMaker: 'vendor',
  secretProblem: plainSecretProblem,
  contentType: 'json',
  verify: verifyRetell,
  read(body) {
    const event = eventName(body.event) ?? eventName(body.event_type);
    // `data` is the name of `call` in older deliveries.
    const call = 'call' in body ? objectIn(body, 'call') : objectIn(body, 'data');
    switch (event) {
      case 'call_started':
        return readStart(event, call);
      case 'call_ended':
        return readEnd(event, call, RANKS.ended);
      case 'call_analyzed':
        return readEnd(event, call, RANKS.analyzed);
      case null:
        return unknownReport(null, 'The body has no `event`.');
      default:
        return unknownReport(event, OTHER_EVENT);
    }
  },
};

const OTHER_EVENT =
  'Events of this kind are not used. Select only call_started, call_ended and call_analyzed as webhook events at Retell.';

/** What each event says about its call. */
function basicsOf(call: JsonObject, readNumber = partyNumber) {
  const isOutbound = call.direction === 'outbound';
  const { from_number: from, to_number: to } = call;
  return {
    call_id: callIdOf(call.call_id),
    direction: isOutbound ? ('outbound' as const) : ('inbound' as const),
    phone: readNumber(isOutbound ? to : from),
    business_phone: partyNumber(isOutbound ? from : to),
  };
}

function readStart(event: string, call: JsonObject): ParsedReport {
  const { started_at } = callTimes(call.start_timestamp, undefined, undefined);
  return parsedReport(event, RANKS.started, { event: 'started', ...basicsOf(call, identifyingNumber), started_at });
}

function readEnd(event: string, call: JsonObject, rank: number): ParsedReport {
  const basics = basicsOf(call);
  const analysis = objectIn(call, 'call_analysis');
  const conversation = retellConversation(call);
  const milliseconds = numberOf(call.duration_ms);
  const cents = numberOf(objectIn(call, 'call_cost').combined_cost);
  return parsedReport(event, rank, {
    event: 'ended',
    ...basics,
    ...callTimes(
      call.start_timestamp,
      call.end_timestamp,
      milliseconds === undefined ? undefined : milliseconds / 1_000,
    ),
    ...retellEnding(call, conversation, basics.direction),
    summary: textOf(analysis.call_summary, MAX_SUMMARY_LENGTH),
    recording_url: recordingOf(call),
    fields: reportFields(analysis.custom_analysis_data, call.collected_dynamic_variables, {
      call_successful: analysis.call_successful,
      sentiment: analysis.user_sentiment,
      ended_reason: call.disconnection_reason,
      call_type: call.call_type,
      agent_name: call.agent_name,
      transferred_to: call.transfer_destination,
      cost_usd: cents === undefined ? undefined : cents / 100,
      phone_call_id: objectIn(call, 'telephony_identifier').twilio_call_sid,
    }),
    tools: conversation.tools,
    turns: conversation.turns,
  });
}

/** With `opt_in_signed_url`, addresses are valid for 24 hours. Beside a scrubbed transcript, only a scrubbed one counts. */
function recordingOf(call: JsonObject): string | undefined {
  if (call.opt_in_signed_url === true) return undefined;
  return lastingUrl(call.scrubbed_recording_url, hasScrubbedTranscript(call) ? undefined : call.recording_url);
}
