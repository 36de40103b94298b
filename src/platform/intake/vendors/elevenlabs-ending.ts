import type { CallReport } from '../../../contract/index.ts';
import type { JsonObject } from '../../../lib/json.ts';
import { type Ending, FAILED, HUNG_UP, NO_ANSWER, settleEnding, TRANSFERRED, UNSTATED, VOICEMAIL } from './endings.ts';
import { numberOf, objectIn, objectsIn, textOf } from './lenient-values.ts';
import type { Conversation } from './turns.ts';
import { meaningOf } from './words.ts';

/** `CallResult` of the telephone call. */
const RESULTS: Readonly<Record<string, Ending>> = {
  voicemail: VOICEMAIL,
  no_answer: NO_ANSWER,
  busy: NO_ANSWER,
  failed: FAILED,
};

/** `result_type` of system tools that the agent called with success. */
const SYSTEM_TOOLS: Readonly<Record<string, Ending>> = {
  voicemail_detection_success: VOICEMAIL,
  transfer_to_number_twilio_success: TRANSFERRED,
  transfer_to_number_sip_success: TRANSFERRED,
  transfer_to_number_exotel_success: TRANSFERRED,
  transfer_to_number_amazon_connect_success: TRANSFERRED,
};

/** Returns how a conversation ended. */
export function transcriptionEnding(
  data: JsonObject,
  conversation: Conversation,
  direction: CallReport['direction'],
): Ending {
  const metadata = objectIn(data, 'metadata');
  const known = meaningOf(RESULTS, objectIn(metadata, 'phone_call').call_result) ?? toolEnding(data);
  if (known) return settleEnding(known, conversation, direction);
  if (data.status === 'failed' && !conversation.turns && !numberOf(metadata.call_duration_secs)) return FAILED;
  const hungUp = /^call ended by remote party/i.test(textOf(metadata.termination_reason) ?? '');
  return settleEnding(hungUp ? HUNG_UP : UNSTATED, conversation, direction);
}

/** Returns why a call was not connected. */
export function failureEnding(reason: unknown): Ending {
  return reason === 'busy' || reason === 'no-answer' ? NO_ANSWER : FAILED;
}

function toolEnding(data: JsonObject): Ending | undefined {
  for (const entry of objectsIn(data, 'transcript')) {
    for (const tool of objectsIn(entry, 'tool_results')) {
      const ending = meaningOf(SYSTEM_TOOLS, objectIn(tool, 'result').result_type);
      if (ending) return ending;
    }
  }
  return undefined;
}
