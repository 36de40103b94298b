import {
  type CallReport,
  MAX_FIELD_LENGTH,
  MAX_TEXT_LENGTH,
  MAX_TOOLS,
  MAX_TURNS,
  type ReportedTool,
} from '../../../contract/index.ts';
import type { JsonObject } from '../../../lib/json.ts';
import { instantOf } from './call-times.ts';
import { callIdOf, numberOf, objectIn, objectsIn, secondsOf, textOf } from './lenient-values.ts';
import { partyNumber } from './party-numbers.ts';
import { type FetchJson, VendorRequestError } from './vendor.ts';

const API = 'https://api.telnyx.com/v2/ai/conversations';
/** The largest that the API accepts. */
const PAGE_SIZE = 100;
/** 5,000 messages: more than a conversation of a day has. */
const MAX_PAGES = 50;
/** Ids of conversations are UUIDs. Others are not put into an address. */
const CONVERSATION_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns why a text cannot be an API key of Telnyx, as the end of a sentence; undefined if it can. */
export function telnyxKeyProblem(credential: string): string | undefined {
  return /^[\x21-\x7e]{1,500}$/.test(credential) ? undefined : 'is not one of Telnyx: it has no spaces';
}

/** Fetches the messages of a conversation, and who of its two parties is the customer. */
export async function fetchConversation(what: JsonObject, credential: string, get: FetchJson): Promise<CallReport> {
  const [id, callId] = [callIdOf(what.conversation_id), callIdOf(what.call_id)];
  if (id === undefined || callId === undefined || !CONVERSATION_ID.test(id))
    throw new VendorRequestError('The id of the conversation is not one of Telnyx.', false);
  if (telnyxKeyProblem(credential)) throw new VendorRequestError('The API key is not one of Telnyx.', false);
  const headers = { authorization: `Bearer ${credential}` };
  const messages: JsonObject[] = [];
  for (let page = 1; page <= MAX_PAGES; page++) {
    const query = `page%5Bsize%5D=${PAGE_SIZE}&page%5Bnumber%5D=${page}`;
    const response = await get(`${API}/${id}/messages?${query}`, { headers });
    const received = objectsIn(response, 'data');
    messages.push(...received);
    if (received.length === 0 || page >= (numberOf(objectIn(response, 'meta').total_pages) ?? 1)) break;
  }
  const conversation = objectIn(await get(`${API}/${id}`, { headers }), 'data');
  return {
    event: 'ended',
    call_id: callId,
    ...partiesOf(objectIn(conversation, 'metadata'), what),
    ...conversationOf(messages, instantOf(what.started_at)),
  };
}

/** The direction of the call: who of its two parties is the customer. */
function partiesOf(metadata: JsonObject, what: JsonObject): Pick<CallReport, 'direction' | 'phone' | 'business_phone'> {
  const [customer, agent] = ['telnyx_end_user_target', 'telnyx_agent_target'].map((name) =>
    partyNumber(metadata[name]),
  );
  const [from, to] = [partyNumber(what.from), partyNumber(what.to)];
  if (customer === undefined || (customer !== from && customer !== to) || from === to) return {};
  return {
    direction: customer === from ? 'inbound' : 'outbound',
    phone: customer,
    business_phone: (customer === from ? to : from) ?? agent,
  };
}

/** Turns and tools of the messages, by the times at which they were spoken. */
function conversationOf(
  messages: readonly JsonObject[],
  startedAt: string | undefined,
): Pick<CallReport, 'turns' | 'tools'> {
  const timed = messages.map((message) => ({
    message,
    time: instantOf(message.sent_at) ?? instantOf(message.created_at),
  }));
  // The order of the API is not documented. Without all times it is kept.
  if (timed.every(({ time }) => time !== undefined))
    timed.sort((a, b) => Date.parse(a.time ?? '') - Date.parse(b.time ?? ''));
  const start = startedAt ?? timed[0]?.time;
  const turns: NonNullable<CallReport['turns']> = [];
  const tools: (ReportedTool & { id: string | undefined })[] = [];
  for (const { message, time } of timed) {
    const offset = time && start ? secondsOf(Math.max(0, Date.parse(time) - Date.parse(start)) / 1_000) : undefined;
    const text = textOf(message.text, MAX_TEXT_LENGTH);
    for (const call of objectsIn(message, 'tool_calls')) {
      const { name, arguments: given } = objectIn(call, 'function');
      const tool = textOf(name, MAX_FIELD_LENGTH);
      if (tool === undefined || tools.length >= MAX_TOOLS) continue;
      tools.push({
        id: textOf(call.id),
        name: tool,
        arguments: textOf(given, MAX_TEXT_LENGTH),
        offset_seconds: offset,
      });
    }
    if (message.role === 'tool') setResult(tools, textOf(message.tool_call_id), text);
    else if (text !== undefined && turns.length < MAX_TURNS)
      turns.push({ speaker: message.role === 'user' ? 'caller' : 'receptionist', text, offset_seconds: offset });
  }
  return { turns, tools: tools.map(({ id: _, ...tool }) => tool) };
}

/** A result belongs to the call that it names, otherwise to the first one without a result. */
function setResult(
  tools: (ReportedTool & { id: string | undefined })[],
  id: string | undefined,
  result: string | undefined,
): void {
  const waiting = tools.filter((tool) => tool.result === undefined);
  const tool = waiting.find((candidate) => id !== undefined && candidate.id === id) ?? waiting[0];
  if (tool && result !== undefined) tool.result = result;
}
