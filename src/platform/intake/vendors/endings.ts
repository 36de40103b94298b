import type { CallReport } from '../../../contract/index.ts';
import type { CallOutcome } from '../../demo/outcomes.ts';
import type { Conversation } from './turns.ts';

/** How a call ended, as far as a vendor's word for it says so. */
export interface Ending {
  status?: NonNullable<CallReport['status']>;
  outcome?: CallOutcome;
}

/** A message was left on an answering machine. */
export const VOICEMAIL: Ending = { status: 'voicemail', outcome: 'voicemail' };
/** The other party did not answer, or gave up before being answered. */
export const NO_ANSWER: Ending = { status: 'missed', outcome: 'no_answer' };
/** There was no conversation, for a reason other than an unanswered telephone. */
export const FAILED: Ending = { status: 'missed' };
export const TRANSFERRED: Ending = { outcome: 'transferred' };
/** The other party ended the call. Whether it said something before decides if it hung up. */
export const HUNG_UP: Ending = { outcome: 'hung_up' };
/** Nothing but the conversation says how the call ended. */
export const UNSTATED: Ending = {};

/**
 * Returns how a call ended, given what was said. A call in which the caller spoke was neither missed nor hung up. Only an
 * inbound call can be hung up, and only if there is a transcript, which shows that the caller said nothing.
 */
export function settleEnding(
  ending: Ending,
  { hasCaller, turns }: Conversation,
  direction: CallReport['direction'],
): Ending {
  if (ending.outcome === 'hung_up') return direction === 'inbound' && turns && !hasCaller ? ending : UNSTATED;
  return ending.status === 'missed' && hasCaller ? UNSTATED : ending;
}
