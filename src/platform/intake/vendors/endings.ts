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
/** The caller ended the call. It counts as hung up only if the caller said nothing before. */
export const HUNG_UP: Ending = { outcome: 'hung_up' };
/** Nothing but the conversation says how the call ended. */
export const UNSTATED: Ending = {};

/** Returns how a call ended, given what was said: a call in which the caller spoke was neither missed nor hung up. */
export function settleEnding(ending: Ending, { hasCaller }: Conversation): Ending {
  return hasCaller && (ending.status === 'missed' || ending.outcome === 'hung_up') ? UNSTATED : ending;
}
