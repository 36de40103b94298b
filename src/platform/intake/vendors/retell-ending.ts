import type { CallReport } from '../../../contract/index.ts';
import type { JsonObject } from '../../../lib/json.ts';
import { type Ending, FAILED, HUNG_UP, NO_ANSWER, settleEnding, TRANSFERRED, UNSTATED, VOICEMAIL } from './endings.ts';
import { objectIn } from './lenient-values.ts';
import type { Conversation } from './turns.ts';
import { meaningOf } from './words.ts';

/** Values of `disconnection_reason` that say more than that the call ended. */
const ENDINGS: Readonly<Record<string, Ending>> = {
  voicemail_reached: VOICEMAIL,
  dial_no_answer: NO_ANSWER,
  dial_busy: NO_ANSWER,
  user_declined: NO_ANSWER,
  dial_failed: FAILED,
  invalid_destination: FAILED,
  sip_routing_error: FAILED,
  telephony_provider_permission_denied: FAILED,
  telephony_provider_unavailable: FAILED,
  concurrency_limit_reached: FAILED,
  no_concurrency_fallback: FAILED,
  no_valid_payment: FAILED,
  registered_call_timeout: FAILED,
  error_user_not_joined: FAILED,
  call_transfer: TRANSFERRED,
  transfer_bridged: TRANSFERRED,
  user_hangup: HUNG_UP,
};

/** Returns how a call ended. */
export function retellEnding(call: JsonObject, conversation: Conversation, direction: CallReport['direction']): Ending {
  if (objectIn(call, 'call_analysis').in_voicemail === true) return VOICEMAIL;
  const known = meaningOf(ENDINGS, call.disconnection_reason);
  const ending = known ?? (call.call_status === 'not_connected' ? FAILED : UNSTATED);
  return settleEnding(ending, conversation, direction);
}
