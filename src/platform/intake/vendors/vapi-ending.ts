import type { CallReport } from '../../../contract/index.ts';
import { type Ending, FAILED, HUNG_UP, NO_ANSWER, settleEnding, TRANSFERRED, UNSTATED, VOICEMAIL } from './endings.ts';
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

/** What is known about a call whose end is read. */
interface EndedCall {
  /** `endedReason` of the message. */
  reason: string | undefined;
  direction: CallReport['direction'];
  /** True if the call has a start. */
  wasConnected: boolean;
  conversation: Conversation;
}

/** Returns how a call ended. One that had no start and no words failed before it was connected. */
export function vapiEnding({ reason, direction, wasConnected, conversation }: EndedCall): Ending {
  const known = meaningOf(ENDINGS, reason);
  if (known) return settleEnding(known, conversation, direction);
  return reason !== undefined && !wasConnected && !conversation.turns ? FAILED : UNSTATED;
}
