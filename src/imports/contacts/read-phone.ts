import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { completedNumber, normalizePhone } from '../../lib/phone/phone.ts';

/** No national number without its leading 0 has so many digits where numbers differ in length. */
const INTERNATIONAL_LENGTH = 12;
/** Shorter numbers are rather national ones of which a spreadsheet has removed the 0: 6641234567 is Austrian, and could be Thai. */
const FOREIGN_LENGTH = 11;

/**
 * Normalizes a telephone number of a file to E.164. Spreadsheets take +491701234567 for a number and remove the +. In
 * Germany, 491701234567 could also be a number with the area code 0491, which is written with its 0.
 */
export function readPhone(text: string, country: string): string | undefined {
  const phone = normalizePhone(text, country);
  if (!/^[1-9]\d+$/.test(text) || text.length < INTERNATIONAL_LENGTH || !isSupportedCountry(country)) return phone;
  const national = parsePhoneNumberFromString(text, country);
  const international = parsePhoneNumberFromString(`+${text}`);
  if (!international?.isValid() || international.country !== country) return phone;
  return national?.formatNational().startsWith('0') ? international.number : phone;
}

/** Returns a number without the decimals that programs write which take it for a number: 41791234567.0. */
export const wholeNumber = (text: string): string => text.replace(/^(\+?\d{6,})[.,]0+$/, '$1');

/**
 * Returns how a number could also be meant: as a foreign one, of which a spreadsheet has removed the +. Undefined if it is written as
 * numbers of its country are.
 * @param phone what `readPhone` has read
 */
export function foreignReading(text: string, phone: string, country: string): string | undefined {
  if (text.length < FOREIGN_LENGTH || !completedNumber(text, country)?.isDoubtful) return undefined;
  const international = parsePhoneNumberFromString(`+${text.replace(/\D/g, '')}`);
  return international?.isValid() && international.number !== phone ? international.number : undefined;
}
