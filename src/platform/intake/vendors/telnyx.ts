import { type CallReport, MAX_SUMMARY_LENGTH } from '../../../contract/index.ts';
import { isObject, type JsonObject, setMember } from '../../../lib/json.ts';
import { instantOf } from './call-times.ts';
import { reportFields } from './facts.ts';
import { callIdOf, objectIn, objectsIn, secondsOf, textOf } from './lenient-values.ts';
import { identifyingNumber, partyNumber } from './party-numbers.ts';
import { fetchConversation, telnyxKeyProblem } from './telnyx-conversation.ts';
import { publicKeyOf, verifyTelnyxSignature } from './telnyx-signature.ts';
import { type ParsedReport, RANKS, type Vendor } from './vendor.ts';

/** The assistants of Telnyx: events without turns, which are fetched. From documentation and types of telnyx 7.24. */
export const telnyx: Vendor = {
  name: 'telnyx',
  secretMaker: 'vendor',
  secretProblem: (secret) =>
    publicKeyOf(secret) ? undefined : 'is not a public key of Telnyx: 44 characters of base64, the last one "="',
  contentType: 'json',
  verify: verifyTelnyxSignature,
  read(body) {
    // Insights that a group of them sends by itself have no envelope.
    const data = isObject(body.data) ? body.data : body;
    const event = textOf(data.event_type, 100) ?? null;
    const payload = objectIn(data, 'payload');
    const call = readCall(payload);
    if (event === null) return { kind: 'unknown', event, reason: 'It has no type of event.' };
    const read = Object.hasOwn(READERS, event) ? READERS[event] : undefined;
    if (!read) {
      const reason = 'It is no event that ends or describes a conversation.';
      return { kind: 'unknown', event, reason, isIrrelevant: IRRELEVANT.test(event) };
    }
    if (!call) return { kind: 'unknown', event, reason: 'It has no id of a call.' };
    return read({ event, call, payload, occurredAt: instantOf(data.occurred_at) });
  },
  credentialProblem: telnyxKeyProblem,
  fetchCall: fetchConversation,
};

interface Call {
  id: string;
  conversationId: string | undefined;
  /** As Telnyx states them. */
  from: unknown;
  to: unknown;
}

interface Event {
  event: string;
  call: Call;
  payload: JsonObject;
  occurredAt: string | undefined;
}

/** The call of an event. Events about insights name the call, events about conversations also the conversation. */
function readCall(payload: JsonObject): Call | undefined {
  const metadata = objectIn(payload, 'metadata');
  const find = (name: string) => callIdOf(payload[name]) ?? callIdOf(metadata[name]);
  const conversationId = find('conversation_id');
  const id = find('call_control_id') ?? conversationId;
  const party = (name: string) => [payload[name], metadata[name]].find((value) => partyNumber(value) !== undefined);
  return id === undefined ? undefined : { id, conversationId, from: party('from'), to: party('to') };
}

/**
 * Steps of a call that Telnyx sends to the address of a whole application, some of them many times a call (Call Control,
 * "Receiving Webhooks"). Kept, they would take the place of reports that a later version understands.
 */
const IRRELEVANT =
  /^(?:call\.(?:answered|bridged|hangup|dtmf\.received|(?:speak|playback|recording|machine|gather|fork)\..+)|streaming\..+)$/;

const READERS: Readonly<Record<string, (event: Event) => ParsedReport>> = {
  'call.initiated': readStart,
  'call.conversation.ended': readEnd,
  'call.conversation_insights.generated': readInsights,
  // Names of the same event in other parts of Telnyx's documentation, and where a group of insights sends it.
  'call.conversation.insights.generated': readInsights,
  conversation_insight_result: readInsights,
};

function readStart({ event, call, payload, occurredAt }: Event): ParsedReport {
  const isOutgoing = payload.direction === 'outgoing';
  const report: CallReport = {
    event: 'started',
    call_id: call.id,
    direction: isOutgoing ? 'outbound' : 'inbound',
    phone: identifyingNumber(isOutgoing ? call.to : call.from),
    business_phone: partyNumber(isOutgoing ? call.from : call.to),
    started_at: instantOf(payload.start_time) ?? occurredAt,
  };
  return { kind: 'report', event, report, rank: RANKS.started };
}

/**
 * The event has no direction: that of `call.initiated` counts, or what `fetchConversation` finds. Without both, the call counts
 * as incoming.
 */
function readEnd({ event, call, payload, occurredAt }: Event): ParsedReport {
  const seconds = secondsOf(payload.duration_sec);
  const startedAt = occurredAt && seconds !== undefined ? earlier(occurredAt, seconds) : undefined;
  const reason = textOf(payload.reason);
  const [from, to] = [partyNumber(call.from), partyNumber(call.to)];
  const report: CallReport = {
    event: 'ended',
    call_id: call.id,
    phone: from,
    business_phone: to,
    started_at: startedAt,
    ended_at: occurredAt,
    duration_seconds: seconds,
    fields: reason === undefined ? undefined : { ended_reason: reason },
  };
  const { conversationId } = call;
  const fetch = conversationId && {
    conversation_id: conversationId,
    call_id: call.id,
    started_at: startedAt ?? null,
    from: from ?? null,
    to: to ?? null,
  };
  return { kind: 'report', event, report, rank: RANKS.ended, isUndirected: true, ...(fetch && { fetch }) };
}

const earlier = (time: string, seconds: number) => new Date(Date.parse(time) - seconds * 1_000).toISOString();

/** Insights have ids and no names: a text is the summary, and of an object each member is a fact. */
function readInsights({ event, call, payload }: Event): ParsedReport {
  const facts: JsonObject = {};
  let summary: string | undefined;
  for (const insight of objectsIn(payload, 'results')) {
    const result = parseObject(insight.result ?? insight.content);
    const name = textOf(insight.name ?? insight.insight_type ?? insight.insight_id, 100);
    if (isObject(result)) for (const [key, value] of Object.entries(result)) setMember(facts, key, value);
    else if (summary === undefined) summary = textOf(result, MAX_SUMMARY_LENGTH);
    else if (name !== undefined) setMember(facts, name, result);
  }
  const { summary: fact, ...others } = facts;
  const named = textOf(fact, MAX_SUMMARY_LENGTH);
  const report: CallReport = {
    event: 'ended',
    call_id: call.id,
    summary: named ?? summary,
    fields: reportFields(named !== undefined && summary !== undefined ? { ...others, insight: summary } : others),
  };
  return { kind: 'report', event, report, rank: RANKS.analyzed };
}

/** Returns the object that a text is the JSON of, otherwise the value itself. */
function parseObject(value: unknown): unknown {
  if (typeof value !== 'string' || !value.trim().startsWith('{')) return value;
  try {
    const parsed: unknown = JSON.parse(value);
    return isObject(parsed) ? parsed : value;
  } catch {
    return value;
  }
}
