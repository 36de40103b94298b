import type { JsonObject } from '../../../lib/json.ts';
import { type Ending, FAILED, HUNG_UP, NO_ANSWER, settleEnding, TRANSFERRED, UNSTATED, VOICEMAIL } from './endings.ts';
import { textOf } from './lenient-values.ts';
import type { Conversation } from './turns.ts';

/** Values of `answered_by` that say more than that a person answered. */
const ANSWERED_BY: Readonly<Record<string, Ending>> = {
  voicemail: VOICEMAIL,
  'no-answer': NO_ANSWER,
  no_answer: NO_ANSWER,
  busy: NO_ANSWER,
};

/** Returns how a call ended. */
export function blandEnding(body: JsonObject, conversation: Conversation): Ending {
  const { answered_by: answeredBy } = body;
  const answer =
    typeof answeredBy === 'string' && Object.hasOwn(ANSWERED_BY, answeredBy) ? ANSWERED_BY[answeredBy] : undefined;
  if (answer) return settleEnding(answer, conversation);
  if (textOf(body.transferred_to) !== undefined) return TRANSFERRED;
  if (textOf(body.error_message) !== undefined && !conversation.turns) return FAILED;
  const endedByCaller = body.call_ended_by === 'USER' && body.inbound !== false;
  return settleEnding(endedByCaller ? HUNG_UP : UNSTATED, conversation);
}
