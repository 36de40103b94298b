import type { AffectedBooking } from '../../contract/index.ts';
import { MISFIT_WORDS } from '../../lib/misfit-words.ts';
import { quoted, type Sentence, type SentenceValue, say, trusted } from '../../lib/text/sentence.ts';
import type { LocalTime } from '../../lib/time/format.ts';
import { minuteText } from '../../lib/time/minute-text.ts';

/** Describes a booking that would not fit, on one line of a question. */
export function describeAffected(
  {
    booking_id: id,
    start_time: start,
    service_name: service,
    staff_name: staff,
    contact_name: contact,
    ...booking
  }: AffectedBooking,
  describe: (instant: string) => LocalTime | undefined,
): SentenceValue {
  const local = describe(start);
  const when = local ? `${local.weekday} ${minuteText(local.local)}` : start;
  const whose = contact ? say` of ${quoted(contact)}` : say`, booking ${id}`;
  return say`${trusted(when)} ${quoted(service)} with ${quoted(staff)}${whose}: ${whyNot(booking)}`;
}

function whyNot({ reason, already, deliberate }: Pick<AffectedBooking, 'reason' | 'already' | 'deliberate'>): Sentence {
  const before =
    already === undefined ? say`` : already === reason ? say` (as before)` : say` (before: ${inWords(already)})`;
  return say`${inWords(reason)}${before}${deliberate ? say`, on purpose` : say``}`;
}

const inWords = (reason: string): SentenceValue => {
  const words = MISFIT_WORDS[reason];
  return words ? trusted(words) : reason;
};
