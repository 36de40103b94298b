import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** Longer texts are no telephone number, with its URI scheme and host. In characters. */
const MAX_LENGTH = 200;
/** A number as vendors write it: extensions and letters are refused, because they could name another person. */
const NUMBER = /^\+?[\d\s().\-/]{3,40}$/;
/** The address in a header such as `"Jane" <sip:+12125550123@host>;tag=1` (RFC 3261, 20.10). The name is free text. */
const IN_BRACKETS = /^(?:\s*"[^"<>]*"\s*|[^"<>]*)<([^"<>]+)>[^"<>]*$/;
/** `tel:` (RFC 3966) and `sip:` (RFC 3261): the digits before host and parameters. */
const URI = /^(?:tel|sips?):([^@;?]+)(?:@[^@;?]+)?((?:;[^?]*)?)(?:\?.*)?$/i;
/** Parameters that make a number local or add an extension. */
const LOCAL = /;\s*(?:phone-context|ext|isub)\s*=/i;
/** Numbers that telephone networks send in place of a withheld one: the words on a keypad. */
const KEYPAD_WORDS = new Set(
  ['ANONYMOUS', 'RESTRICTED', 'BLOCKED', 'UNKNOWN', 'UNAVAILABLE', 'PRIVATE'].map((word) => `+${onKeypad(word)}`),
);

/**
 * Returns a caller's number in international format (E.164), from the notations of voice vendors and SIP. Undefined for
 * everything that does not identify one line: words such as `anonymous`, extensions, and numbers that cannot exist.
 * @param country ISO 3166-1 code for numbers without +; if undefined, such numbers are not understood.
 */
export function readCallerNumber(value: unknown, country: string | undefined): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return undefined;
  const text = addressIn(value).trim();
  const uri = URI.exec(text);
  if (uri && LOCAL.test(uri[2] ?? '')) return undefined;
  const digits = (uri?.[1] ?? text).trim();
  if (!NUMBER.test(digits)) return undefined;
  const defaultCountry = country && isSupportedCountry(country) ? country : undefined;
  const parsed = parsePhoneNumberFromString(digits, { ...(defaultCountry ? { defaultCountry } : {}), extract: false });
  // Stricter than for contacts: filler such as 000 000 0000 would make all withheld callers one person.
  return parsed?.isValid() && !KEYPAD_WORDS.has(parsed.number) ? parsed.number : undefined;
}

/** Returns the address of a header value such as `"Jane" <sip:+12125550123@host>`; the text itself if it has no brackets. */
export const addressIn = (text: string): string => IN_BRACKETS.exec(text)?.[1] ?? text;

/** The digits of a word on a telephone keypad (ITU-T E.161). */
function onKeypad(word: string): string {
  const keys = ['ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ'];
  return [...word].map((letter) => keys.findIndex((letters) => letters.includes(letter)) + 2).join('');
}
