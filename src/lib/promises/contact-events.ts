import { isCallbackOutcome } from './candidates.ts';
import type { PromiseKind } from './languages/index.ts';
import { outcomeWords } from './outcome-words.ts';

/**
 * How much an event says: the person was spoken to; was reached by a message, or promised a callback once more; has
 * booked.
 */
export type EventType = 'spoken' | 'reached' | 'promised_again' | 'booked';

/** Events that keep a promise of each kind, and those that only show that the person was in contact since. */
export const KEEPS: Readonly<Record<PromiseKind, { done: readonly EventType[]; contacted: readonly EventType[] }>> = {
  callback: { done: ['spoken'], contacted: ['reached', 'booked'] },
  booking: { done: ['booked'], contacted: ['spoken', 'reached', 'promised_again'] },
  // A booking of the same call is another one: its caller waits for an earlier time.
  waiting_list: { done: ['booked'], contacted: ['spoken', 'reached', 'promised_again'] },
  // No record tells that a quote was sent or money was returned.
  quote: { done: [], contacted: ['spoken', 'reached', 'promised_again', 'booked'] },
  refund: { done: [], contacted: ['spoken', 'reached', 'promised_again', 'booked'] },
};

const NOT_SPOKEN =
  /\b(?:hung(?:up)?\b|hang(?:s|up)?\b|miss\b|missed|no ?answer|not answered|unanswered|voice ?mail|wrong|spam|abandon|fail|busy|reject)/;
const COMPLETED = /^(?:completed?|answered|ended|success\w*|succeeded|finished|connected|done)$/i;

type Text = string | null | undefined;

/** What a call says about itself. */
interface CallFacts {
  direction?: Text;
  status?: Text;
  outcome?: Text;
  duration_seconds?: number | null | undefined;
}

/** Returns what a call says about contact with a person; undefined for calls in which the person was not reached. */
export function eventTypeOf({ direction, status, outcome, duration_seconds }: CallFacts): EventType | undefined {
  const isOutbound = /^out/i.test(direction ?? '');
  const result = outcomeWords(status, outcome);
  if (isOutbound && /\bvoice ?mail\b/.test(result)) return 'reached';
  const wasCompleted = status ? COMPLETED.test(status) : (duration_seconds ?? 0) > 0;
  if (!wasCompleted || NOT_SPOKEN.test(result)) return undefined;
  return !isOutbound && isCallbackOutcome(outcome ?? undefined) ? 'promised_again' : 'spoken';
}

/** True if a call that promised a booking has kept the promise: the booking of the call was not cancelled in it. */
export const isBookedIn = (bookingId: Text, outcome: Text): bookingId is string =>
  !!bookingId && !/cancel/i.test(outcome ?? '');
