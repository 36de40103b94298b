import type { NoNumber } from '../../../lib/phone/said-number/read.ts';
import { isWithheld } from '../../../lib/phone/telephone-address.ts';
import { normalizeName } from '../../../lib/search/text-search.ts';
import type { Office } from '../core/office.ts';
import { WrongArgumentError } from '../core/wrong-argument.ts';

/** Digits of a number that is not known to be one: as many as a local or an international one has (ITU-T E.164). */
const MIN_DIGITS = 5;
const MAX_DIGITS = 15;

/** A number that a caller has said, in which every word was understood. */
export interface CallbackNumber {
  /** In international format if it can be read as one, otherwise its digits; with its extension. */
  noted: string;
  /** The same number in groups of digits, for the question before the booking. */
  grouped: string;
}

/**
 * Reads the number that a caller has said; undefined if none was said. It is not verified: it goes to the notes of the booking only, and
 * no record is found by it.
 */
export async function callbackNumber(
  said: string | undefined,
  { context, speech }: Office,
): Promise<CallbackNumber | NoNumber | undefined> {
  if (said === undefined) return undefined;
  const { readSaidNumber } = await import('../../../lib/phone/said-number/read.ts');
  const read = readSaidNumber(said, speech.language);
  if (!('digits' in read)) return read;
  const { dialledNumber, spokenGroups } = await import('../../../lib/phone/phone.ts');
  const { digits, isInternational, extension } = read;
  const country = context.settings.defaultCountry;
  const written = isInternational ? `+${digits}` : digits;
  const number = dialledNumber(written, country) ?? digits;
  if (isWithheld(number)) return { hasDigits: false };
  const isNumber = number.startsWith('+') || (!isInternational && isLocalLength(digits.length));
  if (!isNumber) return { hasDigits: true };
  const withExtension = (one: string, more = extension) => (more ? speech.phrases.withExtension(one, more) : one);
  return {
    noted: withExtension(number),
    grouped: withExtension(spokenGroups(number, country), extension && spokenGroups(extension, country)),
  };
}

const isLocalLength = (digits: number) => digits >= MIN_DIGITS && digits <= MAX_DIGITS;

/**
 * Returns the question for the number of a caller who has none.
 * @param read what was read in the argument
 * @throws WrongArgumentError with the question, for a text that is no number
 */
export function askCallbackNumber(
  said: string | undefined,
  read: NoNumber | undefined,
  { speech }: Office,
): { spoken: string } {
  const { askCallbackNumber: spoken, numberNotUnderstood } = speech.phrases;
  if (said === undefined) return { spoken };
  const reason = `must be a number of ${MIN_DIGITS} to ${MAX_DIGITS} digits`;
  throw new WrongArgumentError(said, reason, read?.hasDigits ? numberNotUnderstood : spoken);
}

/** Returns the notes of a new booking: what the caller wants to be noted, and the number to call back. */
export function noteOf(note: string | undefined, callback: string | undefined, { speech }: Office): string | undefined {
  const lines = [...(note ? [note] : []), ...(callback ? [speech.phrases.callbackNote(callback)] : [])];
  return lines.length > 0 ? lines.join('\n') : undefined;
}

/** Returns a note with another line, unless it has the words already. */
export const withLine = (note: string | undefined, line: string): string =>
  note === undefined ? line : normalizeName(note).includes(normalizeName(line)) ? note : `${note}\n${line}`;
