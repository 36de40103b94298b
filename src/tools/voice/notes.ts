import { isWithheld } from '../../lib/telephone-address.ts';
import type { Office } from './office.ts';
import { WrongArgumentError } from './wrong-argument.ts';

/** Digits of a number that is not known to be one: as many as a local or an international one has (ITU-T E.164). */
const MIN_DIGITS = 5;
const MAX_DIGITS = 15;

/**
 * Returns the number that a caller has said, in international format if it can be read as one; undefined if none was said, and for
 * a text that is none, such as `anonymous`. It is not verified: it goes to the notes of the booking only, and no record is found by it.
 */
export async function callbackNumber(said: string | undefined, { context }: Office): Promise<string | undefined> {
  if (said === undefined) return undefined;
  const { normalizePhone } = await import('../../lib/phone.ts');
  const number = normalizePhone(said, context.settings.defaultCountry) ?? said.replace(/\D/g, '');
  const isLong = number.startsWith('+') || (number.length >= MIN_DIGITS && number.length <= MAX_DIGITS);
  const isFiller = !/[1-9]/.test(said) || isWithheld(number);
  return isLong && !isFiller ? number : undefined;
}

/**
 * Returns the question for the number of a caller who has none.
 * @throws WrongArgumentError with the question, for a text that is no number
 */
export function askCallbackNumber(said: string | undefined, { speech }: Office): { spoken: string } {
  const spoken = speech.phrases.askCallbackNumber;
  if (said === undefined) return { spoken };
  throw new WrongArgumentError(said, `must be a number of ${MIN_DIGITS} to ${MAX_DIGITS} digits`, spoken);
}

/** Returns the notes of a new booking: what the caller wants to be noted, and the number to call back. */
export function noteOf(note: string | undefined, callback: string | undefined, { speech }: Office): string | undefined {
  const lines = [...(note ? [note] : []), ...(callback ? [speech.phrases.callbackNote(callback)] : [])];
  return lines.length > 0 ? lines.join('\n') : undefined;
}
