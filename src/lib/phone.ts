import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/**
 * Normalizes a telephone number in any usual notation to E.164, with leading +.
 * @param country ISO 3166-1 code for numbers without +; if undefined, such numbers are not understood.
 * @returns undefined for text that cannot be a telephone number.
 */
export function normalizePhone(text: string, country: string | undefined): string | undefined {
  const parsed = parsePhoneNumberFromString(text, country && isSupportedCountry(country) ? country : undefined);
  return parsed?.isPossible() ? parsed.number : undefined;
}

/** Returns the calling code of a number (E.164) and its other digits. The code is empty if none exists that it begins with. */
export function numberParts(number: string): { code: string; national: string } {
  const parsed = parsePhoneNumberFromString(number);
  return { code: parsed?.countryCallingCode ?? '', national: parsed?.nationalNumber ?? number.replace(/\D/g, '') };
}
