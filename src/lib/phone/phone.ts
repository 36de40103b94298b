import { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** Mexico's calling code and the 1 for mobile telephones, which ended in 2019. Caller ids and address books still have it. */
const FORMER_MEXICAN_MOBILE = /^\s*\+\s*52[\s().-]*1(?=(?:[\s().-]*\d){10}\s*$)/;

/**
 * Parses a telephone number. A prefix that has ended is dropped: the line is reached, and known, without it.
 * @param country ISO 3166-1 code for numbers without +; if undefined, such numbers are not understood.
 * @param options.extract false: the text must be nothing but the number; default: true.
 */
export function parseNumber(text: string, country: string | undefined, { extract = true } = {}) {
  const defaultCountry = country && isSupportedCountry(country) ? { defaultCountry: country } : {};
  return parsePhoneNumberFromString(text.replace(FORMER_MEXICAN_MOBILE, '+52'), { ...defaultCountry, extract });
}

/**
 * Normalizes a telephone number in any usual notation to E.164, with leading +.
 * @param country ISO 3166-1 code for numbers without +; if undefined, such numbers are not understood.
 * @returns undefined for text that cannot be a telephone number.
 */
export function normalizePhone(text: string, country: string | undefined): string | undefined {
  const parsed = parseNumber(text, country);
  return parsed?.isPossible() ? parsed.number : undefined;
}

/**
 * Normalizes a number that was said to E.164. Undefined if it would be another number than was said: without a calling code, it must be
 * one that exists in the country.
 * @param digits with + if it is international
 */
export function dialledNumber(digits: string, country: string | undefined): string | undefined {
  const parsed = parseNumber(digits, country, { extract: false });
  const isRead = digits.startsWith('+') ? parsed?.isPossible() : parsed?.isValid();
  return isRead ? parsed?.number : undefined;
}

/** Digits that are said without a pause. */
const MAX_SPOKEN_GROUP = 4;

/**
 * Returns a number in groups of at most four digits, as it is said: `303 555 0101` in its own country, `+44 20 7946 0958` elsewhere.
 * @param number E.164, or digits
 */
export function spokenGroups(number: string, country: string | undefined): string {
  const parsed = number.startsWith('+') ? parsePhoneNumberFromString(number) : undefined;
  const isDomestic =
    country !== undefined &&
    isSupportedCountry(country) &&
    parsed?.countryCallingCode === getCountryCallingCode(country);
  const national = isDomestic ? parsed?.formatNational() : undefined;
  const isSame = parsed && national?.replace(/\D/g, '').endsWith(parsed.nationalNumber);
  const written = (isSame ? national : groupedNumber(number)) ?? number;
  return [...written.matchAll(/\+?\d+/g)].flatMap(([group]) => groupsOf(group)).join(' ');
}

const groupsOf = (digits: string): string[] =>
  digits.length <= MAX_SPOKEN_GROUP ? [digits] : [digits.slice(0, 3), ...groupsOf(digits.slice(3))];

/** Fewer digits are no whole number of any country. */
const MIN_DIGITS = 5;

/** Says of a text that stands for no number what is wrong with it, and how to write a number. */
export function numberProblem(text: string, country: string | undefined): string {
  const known = country && isSupportedCountry(country) ? country : undefined;
  const form = `Write it in international format, ${known ? `+${getCountryCallingCode(known)} and the number for ${known}` : 'such as +12125550123'}.`;
  const digits = text.replace(/[\s()./-]/g, '');
  const isNumber = /^\d+$/.test(digits) && !normalizePhone(text, country);
  if (isNumber && known) return `has too few or too many digits. ${form} If its area code is missing, ask the user.`;
  if (isNumber && digits.length >= MIN_DIGITS)
    return `lacks its country code. ${form} Ask the user if the country is not certain. The operator can set it: RCPT_DEFAULT_COUNTRY.`;
  return `is not a telephone number. ${form}`;
}

/** True for a number with an extension, such as `212 555 0188 ext. 4`, which its form in E.164 does not have. */
export function hasExtension(text: string, country: string | undefined): boolean {
  return parseNumber(text, country)?.ext !== undefined;
}

/** How a number without calling code was read. */
interface CompletedNumber {
  /** The calling code that was added, such as `49`. */
  code: string;
  /**
   * True if the number may be of another country, or lack its area code: it begins without the trunk prefix that its country
   * writes, or is not grouped as numbers of that country are. Short metadata cannot decide more.
   */
  isDoubtful: boolean;
}

/** Returns how a number was completed with a calling code; undefined for one that has its own, and for other text. */
export function completedNumber(text: string, country: string | undefined): CompletedNumber | undefined {
  const parsed = parseNumber(text, country);
  if (!parsed?.isPossible() || parseNumber(text, undefined)) return undefined;
  const { countryCallingCode: code, nationalNumber: national } = parsed;
  const digits = text.replace(/\D/g, '');
  if (digits.endsWith(`${code}${national}`)) return undefined;
  const isGrouped = parsed.formatNational() !== national;
  const { trunk } = numberParts(parsed.number);
  return { code, isDoubtful: digits === national && (trunk !== '' || !isGrouped || !parsed.isValid()) };
}

/**
 * Returns a number (E.164) in groups, as it is written internationally: `+1 518 555 0169`. Undefined if that has other digits,
 * or for text that is no number.
 */
export function groupedNumber(number: string): string | undefined {
  const grouped = parsePhoneNumberFromString(number)?.formatInternational();
  return grouped?.replaceAll(' ', '') === number ? grouped : undefined;
}

/** The parts of a number (E.164), all digits. */
interface NumberParts {
  /** The calling code; empty if none exists that the number begins with. */
  code: string;
  national: string;
  /** What its country writes before it instead of the calling code: `0`, `8`, `06`; often empty. */
  trunk: string;
}

export function numberParts(number: string): NumberParts {
  const parsed = parsePhoneNumberFromString(number);
  if (!parsed) return { code: '', national: number.replace(/\D/g, ''), trunk: '' };
  const { countryCallingCode: code, nationalNumber: national } = parsed;
  const written = parsed.formatNational().replace(/\D/g, '');
  return { code, national, trunk: written.endsWith(national) ? written.slice(0, -national.length) : '' };
}
