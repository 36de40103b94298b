import type { CallReport } from '../../../contract/index.ts';
import type { JsonObject } from '../../../lib/json.ts';
import { type Ending, FAILED, HUNG_UP, NO_ANSWER, settleEnding, TRANSFERRED, UNSTATED, VOICEMAIL } from './endings.ts';
import { objectIn } from './lenient-values.ts';
import type { Conversation } from './turns.ts';
import { meaningOf } from './words.ts';

/** Reasons of `ServerMessageEndOfCallReportEndedReason` that say more than that the call ended. */
const ENDINGS: Readonly<Record<string, Ending>> = {
  voicemail: VOICEMAIL,
  'customer-did-not-answer': NO_ANSWER,
  'customer-busy': NO_ANSWER,
  'call.ringing.sip-inbound-caller-hungup-before-call-connect': NO_ANSWER,
  'twilio-reported-customer-misdialed': FAILED,
  'assistant-forwarded-call': TRANSFERRED,
  'assistant-request-returned-forwarding-phone-number': TRANSFERRED,
  'call.ringing.hook-executed-transfer': TRANSFERRED,
  'customer-ended-call': HUNG_UP,
};

/** Returns how a call ended. One that had no start and no words failed before it was connected. */
export function vapiEnding(
  message: JsonObject,
  reason: string | undefined,
  conversation: Conversation,
  direction: CallReport['direction'],
): Ending {
  const known = meaningOf(ENDINGS, reason);
  if (known) return settleEnding(known, conversation, direction);
  const wasConnected = message.startedAt != null || objectIn(message, 'call').startedAt != null;
  const isEmpty = !conversation.turns && reason !== undefined && !wasConnected;
  return isEmpty ? FAILED : UNSTATED;
}
