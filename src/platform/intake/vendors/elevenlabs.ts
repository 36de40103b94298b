import { MAX_SUMMARY_LENGTH } from '../../../contract/index.ts';
import type { JsonObject } from '../../../lib/json.ts';
import { callTimes } from './call-times.ts';
import { elevenlabsConversation } from './elevenlabs-conversation.ts';
import { failureEnding, transcriptionEnding } from './elevenlabs-ending.ts';
import { verifyElevenlabs } from './elevenlabs-signature.ts';
import { reportFields } from './facts.ts';
import { plainSecretProblem } from './hmac.ts';
import { callIdOf, numberOf, objectIn, objectsIn, textOf } from './lenient-values.ts';
import { eventName, languageTag, parsedReport, unknownReport } from './parsed-report.ts';
import { partyNumber } from './party-numbers.ts';
import { type ParsedReport, RANKS, type Vendor } from './vendor.ts';

/**
 * ElevenLabs' post-call webhooks: `post_call_transcription`, with analysis, and `call_initiation_failure` (elevenlabs.io,
 * "Post-call webhooks"; `GetConversationResponseModel` of @elevenlabs/elevenlabs-js 2.73.0).
 */
export const elevenlabs: Vendor = {
  name: 'elevenlabs',
  secretMaker: 'vendor',
  secretProblem: (secret) =>
    /^sk_/.test(secret) ? 'is an API key, not the secret of a webhook' : plainSecretProblem(secret),
  contentType: 'json',
  expects200: true,
  verify: verifyElevenlabs,
  read(body) {
    const event = eventName(body.type);
    const data = objectIn(body, 'data');
    switch (event) {
      case 'post_call_transcription':
        return readTranscription(event, data);
      case 'call_initiation_failure':
        return readFailure(event, data, body.event_timestamp);
      case 'post_call_audio':
        // Kept, the voices of customers would outlast their erasure: nothing in it can be searched.
        return { kind: 'unknown', event, reason: AUDIO, isIrrelevant: true };
      case null:
        return unknownReport(null, 'The body has no `type`.');
      default:
        return unknownReport(event, OTHER_EVENT);
    }
  },
};

const AUDIO = 'Audio is not used. Deselect the event for audio in the post-call webhook of the agent at ElevenLabs.';
const OTHER_EVENT =
  'Events of this kind are not used. Select only the transcript, in JSON, and call initiation failures at ElevenLabs.';

function readTranscription(event: string, data: JsonObject): ParsedReport {
  const [metadata, analysis] = [objectIn(data, 'metadata'), objectIn(data, 'analysis')];
  if (metadata.text_only === true || metadata.sms != null || metadata.whatsapp != null)
    return unknownReport(event, 'The conversation was in writing: it was no call.');
  const conversation = elevenlabsConversation(data);
  const phoneCall = objectIn(metadata, 'phone_call');
  const direction = phoneCall.direction === 'outbound' ? 'outbound' : 'inbound';
  return parsedReport(event, RANKS.analyzed, {
    event: 'ended',
    call_id: callIdOf(data.conversation_id),
    direction,
    phone: partyNumber(phoneCall.external_number),
    business_phone: partyNumber(phoneCall.agent_number),
    ...callTimes(metadata.start_time_unix_secs, undefined, numberOf(metadata.call_duration_secs)),
    ...transcriptionEnding(data, conversation, direction),
    language: languageOf(data, metadata),
    summary: textOf(analysis.transcript_summary, MAX_SUMMARY_LENGTH),
    fields: reportFields(collected(analysis), {
      title: analysis.call_summary_title,
      call_successful: analysis.call_successful,
      ...evaluated(analysis),
      ended_reason: metadata.termination_reason,
      error: objectIn(metadata, 'error').reason,
      call_type: phoneCall.type ?? metadata.conversation_initiation_source,
      agent_name: data.agent_name,
      cost_credits: numberOf(metadata.cost),
      cost_usd: numberOf(metadata.cost_fiat),
      phone_call_id: phoneCall.call_sid,
    }),
    tools: conversation.tools,
    turns: conversation.turns,
  });
}

/** A call that was not connected: it was outbound, because there is no conversation without an inbound one. */
function readFailure(event: string, data: JsonObject, occurred: unknown): ParsedReport {
  const details = objectIn(objectIn(data, 'metadata'), 'body');
  return parsedReport(event, RANKS.ended, {
    event: 'ended',
    call_id: callIdOf(data.conversation_id),
    direction: 'outbound',
    // SIP trunks and Twilio have their own names for the two numbers.
    phone: partyNumber(details.to_number) ?? partyNumber(details.To),
    business_phone: partyNumber(details.from_number) ?? partyNumber(details.From),
    ...callTimes(occurred, occurred, undefined),
    ...failureEnding(data.failure_reason),
    fields: reportFields({
      ended_reason: data.failure_reason,
      error: details.error_reason,
      phone_call_id: details.call_sid ?? details.CallSid,
    }),
  });
}

function languageOf(data: JsonObject, metadata: JsonObject): string | undefined {
  const override = objectIn(objectIn(data, 'conversation_initiation_client_data'), 'conversation_config_override');
  return languageTag(metadata.main_language) ?? languageTag(objectIn(override, 'agent').language);
}

/** Returns what the agent collected, each under its id. */
function collected(analysis: JsonObject): JsonObject {
  const byId = objectIn(analysis, 'data_collection_results');
  const results = Object.keys(byId).map((id) => [id, objectIn(byId, id).value]);
  const listed = objectsIn(analysis, 'data_collection_results_list').map(({ data_collection_id, value }) => [
    textOf(data_collection_id) ?? '',
    value,
  ]);
  return Object.fromEntries(results.length > 0 ? results : listed);
}

/** Returns the result of each criterion: `success`, `failure` or `unknown`. */
function evaluated(analysis: JsonObject): JsonObject {
  const byId = objectIn(analysis, 'evaluation_criteria_results');
  return Object.fromEntries(Object.keys(byId).map((id) => [`criterion_${id}`, objectIn(byId, id).result]));
}
