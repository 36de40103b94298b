import { MAX_SUMMARY_LENGTH } from '../../../contract/index.ts';
import type { JsonObject } from '../../../lib/json.ts';
import { callTimes } from './call-times.ts';
import { reportFields } from './facts.ts';
import { plainSecretProblem } from './hmac.ts';
import { callIdOf, numberOf, objectIn, objectsIn, textOf } from './lenient-values.ts';
import { eventName, parsedReport, unknownReport } from './parsed-report.ts';
import { identifyingNumber, partyNumber } from './party-numbers.ts';
import { lastingUrl } from './recordings.ts';
import { vapiConversation } from './vapi-conversation.ts';
import { vapiEnding } from './vapi-ending.ts';
import { verifyVapi } from './vapi-signature.ts';
import { type ParsedReport, RANKS, type Vendor } from './vendor.ts';
import { meaningOf } from './words.ts';

/**
 * Vapi's server messages: `end-of-call-report`, and `status-update` for calls in progress (docs.vapi.ai, "Server events";
 * `ServerMessageEndOfCallReport` of @vapi-ai/server-sdk 2.0.1).
 */
export const vapi: Vendor = {
  name: 'vapi',
  secretMaker: 'us',
  secretProblem: plainSecretProblem,
  contentType: 'json',
  verify: verifyVapi,
  read(body) {
    const message = objectIn(body, 'message');
    const event = eventName(message.type);
    if (event === null) return unknownReport(null, 'The body has no `message` with a `type`.');
    if (event === 'end-of-call-report') return readEnd(event, message);
    if (event === 'status-update') return readStatus(event, message);
    return unknownReport(event, meaningOf(UNUSED, event) ?? OTHER_MESSAGE);
  },
};

const OTHER_MESSAGE =
  'Messages of this kind are not used. Select only end-of-call-report and status-update as server messages at Vapi.';

const UNUSED: Readonly<Record<string, string>> = {
  'tool-calls':
    'Tool calls are not answered at the address of a source. Their address is /api/voice/vapi, or connect the MCP server.',
  'assistant-request':
    'This server chooses no assistant. Assign one to the telephone number at Vapi, which otherwise waits 7.5 seconds.',
};

/** The customer, as the message and its call state them. The page that starts a web call chooses its customer: it has none. */
function customersOf(message: JsonObject): JsonObject[] {
  const call = objectIn(message, 'call');
  return call.type === 'webCall' ? [] : [objectIn(message, 'customer'), objectIn(call, 'customer')];
}

const firstNumber = (values: readonly unknown[], readNumber = partyNumber): string | undefined =>
  values.map(readNumber).find((number) => number !== undefined);

/** What each message says about its call. */
function basicsOf(message: JsonObject) {
  const call = objectIn(message, 'call');
  const customers = customersOf(message);
  const numbers = [...customers.map(({ number }) => number), ...customers.map(({ sipUri }) => sipUri)];
  const [used, calling] = [objectIn(message, 'phoneNumber'), objectIn(call, 'phoneNumber')];
  const own = [used.number, calling.number, used.twilioPhoneNumber, calling.twilioPhoneNumber];
  return {
    call_id: callIdOf(call.id) ?? callIdOf(message.callId),
    direction: call.type === 'outboundPhoneCall' ? ('outbound' as const) : ('inbound' as const),
    phone: firstNumber(numbers),
    business_phone: firstNumber(own),
  };
}

/** Each of these announces the call, with its number. It is recorded when its end-of-call-report arrives, with the turns. */
const ANNOUNCING: readonly unknown[] = ['queued', 'ringing', 'in-progress', 'forwarding', 'ended'];

function readStatus(event: string, message: JsonObject): ParsedReport {
  const { status } = message;
  if (!ANNOUNCING.includes(status)) return unknownReport(event, 'The status is none that a call has.');
  const begins = status === 'in-progress' ? message.timestamp : undefined;
  const { started_at } = callTimes(objectIn(message, 'call').startedAt ?? begins, undefined, undefined);
  const numbers = customersOf(message).map(({ number }) => number);
  const phone = firstNumber(numbers, identifyingNumber);
  return parsedReport(event, RANKS.started, { event: 'started', ...basicsOf(message), phone, started_at });
}

function readEnd(event: string, message: JsonObject): ParsedReport {
  const [call, artifact] = [objectIn(message, 'call'), objectIn(message, 'artifact')];
  const analysis = { ...objectIn(call, 'analysis'), ...objectIn(message, 'analysis') };
  const basics = basicsOf(message);
  const started = message.startedAt ?? call.startedAt;
  const conversation = vapiConversation(message, started);
  const ended = message.endedAt ?? call.endedAt;
  const times = callTimes(started, ended, secondsIn(message) ?? secondsIn(call));
  const reason = textOf(message.endedReason) ?? textOf(call.endedReason);
  return parsedReport(event, RANKS.ended, {
    event: 'ended',
    ...basics,
    ...times,
    ...vapiEnding({ reason, direction: basics.direction, wasConnected: times.started_at !== undefined, conversation }),
    summary: textOf(analysis.summary, MAX_SUMMARY_LENGTH) ?? textOf(message.summary, MAX_SUMMARY_LENGTH),
    recording_url: recordingOf(message, artifact),
    fields: reportFields(analysis.structuredData, structuredOutputs(artifact), {
      success_evaluation: analysis.successEvaluation,
      ended_reason: reason,
      call_type: call.type,
      customer_name: objectIn(message, 'customer').name ?? objectIn(call, 'customer').name,
      transferred_to: transferTarget(message) ?? transferTarget(call),
      cost_usd: numberOf(message.cost) ?? numberOf(call.cost),
      phone_call_id: call.phoneCallProviderId,
      structured_data_multi: analysis.structuredDataMulti,
    }),
    tools: conversation.tools,
    turns: conversation.turns,
  });
}

/** Durations that the types do not have, but receivers have seen. */
function secondsIn(parent: JsonObject): number | undefined {
  const [milliseconds, minutes] = [numberOf(parent.durationMs), numberOf(parent.durationMinutes)];
  const fromMilliseconds = milliseconds === undefined ? undefined : milliseconds / 1_000;
  return numberOf(parent.durationSeconds) ?? fromMilliseconds ?? (minutes === undefined ? undefined : minutes * 60);
}

/** The addresses without `presigned` in their names do not expire (types of `Artifact`). */
function recordingOf(message: JsonObject, artifact: JsonObject): string | undefined {
  const recording = objectIn(artifact, 'recording');
  return lastingUrl(
    artifact.recordingUrl,
    objectIn(recording, 'mono').combinedUrl,
    recording.stereoUrl,
    artifact.stereoRecordingUrl,
    message.recordingUrl,
  );
}

/** Structured outputs have an id, under which they have a name and a result. */
function structuredOutputs(artifact: JsonObject): JsonObject {
  const outputs = objectsIn({ all: Object.values(objectIn(artifact, 'structuredOutputs')) }, 'all');
  return Object.fromEntries(outputs.map(({ name, result }) => [textOf(name) ?? '', result]));
}

function transferTarget(parent: JsonObject): string | undefined {
  const destination = objectIn(parent, 'destination');
  return textOf(destination.number) ?? textOf(destination.sipUri);
}
