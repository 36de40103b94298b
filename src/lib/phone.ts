import { type CountryCode, getCountries, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** Whether a text is an ISO 3166-1 alpha-2 code of a country with telephone numbers. */
export function isCountry(code: string): code is CountryCode {
  return isSupportedCountry(code);
}

export const countries = getCountries;

/**
 * A telephone number in any usual writing, in international format with leading + (E.164).
 * @param country where a number without + belongs; without it such a number is not understood.
 * @returns undefined when it is no number that could exist.
 */
export function normalizePhone(text: string, country: string | undefined): string | undefined {
  const parsed = parsePhoneNumberFromString(text, country && isCountry(country) ? country : undefined);
  return parsed?.isPossible() ? parsed.number : undefined;
}
