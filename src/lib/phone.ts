import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/**
 * A telephone number in any usual writing, in international format with leading + (E.164).
 * @param country ISO 3166-1 code of where a number without + belongs; without it such a number is not understood.
 * @returns undefined when it is no number that could exist.
 */
export function normalizePhone(text: string, country: string | undefined): string | undefined {
  const parsed = parsePhoneNumberFromString(text, country && isSupportedCountry(country) ? country : undefined);
  return parsed?.isPossible() ? parsed.number : undefined;
}
