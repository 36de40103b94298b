import { normalizePhone } from '../../../lib/phone/phone.ts';
import { isSipAddress, numberInAddress } from '../../../lib/phone/telephone-address.ts';

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

/**
 * The same for a call in progress, where the number says whose appointments the caller may hear. Undefined for an address of
 * SIP: the caller has chosen the number in it.
 */
export const identifyingNumber = (value: unknown): string | undefined =>
  isSipAddress(value) ? undefined : partyNumber(value);
