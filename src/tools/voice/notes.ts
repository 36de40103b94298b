import type { Office } from './office.ts';
import { WrongArgumentError } from './wrong-argument.ts';

/** Digits of a number that is not known to be one: as many as a local or an international one has (ITU-T E.164). */
const MIN_DIGITS = 5;
const MAX_DIGITS = 15;

/**
 * Returns the number that a caller has said, in international format if it can be read as one; undefined if none was said. It is
 * not verified: it goes to the notes of the booking only, and no record is found by it.
 * @throws WrongArgumentError for a text that is no number, with the question for it
 */
export async function callbackNumber(
  said: string | undefined,
  { context, speech }: Office,
): Promise<string | undefined> {
  if (said === undefined) return undefined;
  const { normalizePhone } = await import('../../lib/phone.ts');
  const number = normalizePhone(said, context.settings.defaultCountry);
  if (number) return number;
  const digits = said.replace(/\D/g, '');
  if (digits.length >= MIN_DIGITS && digits.length <= MAX_DIGITS) return digits;
  const reason = `must be a number of ${MIN_DIGITS} to ${MAX_DIGITS} digits`;
  throw new WrongArgumentError(said, reason, speech.phrases.askCallbackNumber);
}

/** Returns the notes of a new booking: what the caller wants to be noted, and the number to call back. */
export function noteOf(note: string | undefined, callback: string | undefined, { speech }: Office): string | undefined {
  const lines = [...(note ? [note] : []), ...(callback ? [speech.phrases.callbackNote(callback)] : [])];
  return lines.length > 0 ? lines.join('\n') : undefined;
}
