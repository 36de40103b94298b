import type { AgendaActions } from './actions.ts';
import type { Draft } from './agenda-state.ts';
import { changeSince, NOTES_WORDS, type Outcome } from './outcome.ts';
import { rereadBooking } from './reading/read-bookings.ts';
import type { Booking } from './types.ts';

interface Reading {
  actions: AgendaActions;
  /** IANA zone of the business. */
  zone: string;
}

/** Reads an appointment as it is now; undefined if that failed. */
async function reread(booking: Booking, { actions }: Reading): Promise<Booking | undefined> {
  const answer = await actions.read?.(booking).catch(() => undefined);
  return answer && rereadBooking(booking, answer);
}

/**
 * After a refusal, what is true now explains it better than the sentence of the tool, if the appointment was changed. Otherwise it
 * returns the outcome itself.
 */
export async function explainRefusal(outcome: Outcome, booking: Booking, reading: Reading): Promise<Outcome> {
  if (outcome.kind !== 'bad') return outcome;
  const now = await reread(booking, reading);
  const changed = now && changeSince(booking, now, reading.zone);
  return changed === undefined ? outcome : { ...outcome, ...changed };
}

export interface ExplainedNotes {
  outcome: Outcome;
  /** The appointment with the notes of now, which the next attempt replaces; undefined if it could not be read, or has what was written. */
  now?: Booking;
}

/** After notes were not saved, or perhaps not. If those of now are the ones that were written, they are saved. */
export async function explainNotes(
  outcome: Outcome,
  { booking, text }: Draft,
  reading: Reading,
): Promise<ExplainedNotes> {
  const now = await reread(booking, reading);
  if (!now) return { outcome };
  if ((now.notes ?? '') === text)
    return { outcome: { ...outcome, kind: 'good', text: NOTES_WORDS.done, reason: undefined } };
  const changed = outcome.kind === 'bad' ? changeSince(booking, now, reading.zone) : undefined;
  if (changed === undefined) return { outcome, now };
  const advice = now.notes === booking.notes ? '' : ` ${SEE_NOTES}`;
  return { outcome: { ...outcome, ...changed, reason: `${changed.reason}${advice}` }, now };
}

const SEE_NOTES = 'The present ones are shown with the appointment. Saving again replaces them.';
