import { MAX_SUMMARY_LENGTH } from '../../../contract/index.ts';
import type { JsonObject } from '../../../lib/json.ts';
import { blandConversation } from './bland-conversation.ts';
import { blandEnding } from './bland-ending.ts';
import { verifyBland } from './bland-signature.ts';
import { callTimes } from './call-times.ts';
import { reportFields } from './facts.ts';
import { plainSecretProblem } from './hmac.ts';
import { callIdOf, numberOf, objectIn, textOf } from './lenient-values.ts';
import { eventName, languageTag, parsedReport, unknownReport } from './parsed-report.ts';
import { partyNumber } from './party-numbers.ts';
import { lastingUrl } from './recordings.ts';
import { type ParsedReport, RANKS, type Vendor } from './vendor.ts';

/** Bland's post-call webhook, which has the fields of `GET /v1/calls/{id}` (docs.bland.ai, "Call details"). */
export const bland: Vendor = {
  name: 'bland',
  secretMaker: 'vendor',
  secretProblem: plainSecretProblem,
  contentType: 'json',
  verify: verifyBland,
  read(body) {
    const isCall = ['completed', 'transcripts', 'concatenated_transcript', 'call_length'].some((name) => name in body);
    if (isCall) return readCall(body);
    const isLiveEvent = 'category' in body && 'message' in body;
    return unknownReport(eventName(body.category), isLiveEvent ? LIVE_EVENT : 'The body is not that of a call.');
  },
};

/** The body has no name for what it is. */
const EVENT = 'post_call';
const LIVE_EVENT =
  'Events during a call are not used. Leave out webhook_events at Bland: the call is read from its end.';

/** Variables that Bland sets itself: they repeat other fields, or say where and when the program ran. */
const OWN_VARIABLES: ReadonlySet<string> = new Set([
  'BlandStatusCode',
  'call_id',
  'channel',
  'city',
  'country',
  'from',
  'input',
  'language',
  'lastUserMessage',
  'metadata',
  'now',
  'now_utc',
  'phone_number',
  'short_from',
  'short_to',
  'state',
  'timestamp',
  'timezone',
  'to',
  'zip',
]);

function readCall(body: JsonObject): ParsedReport {
  const started = body.started_at ?? body.created_at;
  const conversation = blandConversation(body, started);
  const isOutbound = body.inbound === false;
  const direction = isOutbound ? 'outbound' : 'inbound';
  const [from, to] = [partyNumber(body.from), partyNumber(body.to)];
  const minutes = numberOf(body.call_length);
  const variables = objectIn(body, 'variables');
  return parsedReport(EVENT, RANKS.ended, {
    event: 'ended',
    // The documentation calls it a number; it is a UUID.
    call_id: callIdOf(typeof body.call_id === 'number' ? String(body.call_id) : body.call_id),
    direction,
    phone: isOutbound ? to : from,
    business_phone: isOutbound ? from : to,
    ...callTimes(started, body.end_at, minutes === undefined ? numberOf(body.corrected_duration) : minutes * 60),
    ...blandEnding(body, conversation, direction),
    language: languageTag(body.language) ?? languageTag(variables.language),
    summary: textOf(body.summary, MAX_SUMMARY_LENGTH),
    recording_url: lastingUrl(body.recording_url),
    fields: reportFields(
      body.analysis,
      Object.fromEntries(Object.entries(variables).filter(([name]) => !OWN_VARIABLES.has(name))),
      {
        answered_by: body.answered_by,
        call_ended_by: body.call_ended_by,
        completed: body.completed,
        error: body.error_message,
        transferred_to: body.transferred_to,
        cost_usd: numberOf(body.price),
      },
    ),
    tools: conversation.tools,
    turns: conversation.turns,
  });
}
