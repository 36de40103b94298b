import type { CallReport } from '../../../contract/index.ts';
import type { JsonObject } from '../../../lib/json.ts';
import { type Ending, FAILED, HUNG_UP, NO_ANSWER, settleEnding, TRANSFERRED, UNSTATED, VOICEMAIL } from './endings.ts';
import { textOf } from './lenient-values.ts';
import type { Conversation } from './turns.ts';
import { meaningOf } from './words.ts';

/** Values of `answered_by` that say more than that a person answered. */
const ANSWERED_BY: Readonly<Record<string, Ending>> = {
  voicemail: VOICEMAIL,
  'no-answer': NO_ANSWER,
  no_answer: NO_ANSWER,
  busy: NO_ANSWER,
};

/** Returns how a call ended. */
export function blandEnding(body: JsonObject, conversation: Conversation, direction: CallReport['direction']): Ending {
  const answer = meaningOf(ANSWERED_BY, body.answered_by);
  if (answer) return settleEnding(answer, conversation, direction);
  if (textOf(body.transferred_to) !== undefined) return TRANSFERRED;
  if (textOf(body.error_message) !== undefined && !conversation.turns) return FAILED;
  return settleEnding(body.call_ended_by === 'USER' ? HUNG_UP : UNSTATED, conversation, direction);
}
