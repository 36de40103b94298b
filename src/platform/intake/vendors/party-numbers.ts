import { normalizePhone } from '../../../lib/phone.ts';
import { numberInAddress } from '../../../lib/telephone-address.ts';

const [MIN_DIGITS, MAX_DIGITS] = [2, 20];

/**
 * Returns the number of a party of a call: in E.164 if it is international, otherwise its digits. Undefined for a withheld
 * number, for an extension, and for text that is no number.
 */
export function partyNumber(value: unknown): string | undefined {
  const number = numberInAddress(value);
  const digits = number?.replace(/\D/g, '') ?? '';
  if (number === undefined || digits.length < MIN_DIGITS || digits.length > MAX_DIGITS) return undefined;
  return normalizePhone(number, undefined) ?? (number.startsWith('+') ? `+${digits}` : digits);
}
