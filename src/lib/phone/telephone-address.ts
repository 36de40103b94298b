/** Longer texts are no telephone number, with its URI scheme and host. In characters. */
const MAX_LENGTH = 256;
/** The address in a header such as `"Jane" <sip:+12125550123@host>;tag=1` (RFC 3261, 20.10). The name is free text. */
const IN_BRACKETS = /^(?:\s*"[^"<>]*"\s*|[^"<>]*)<([^"<>]+)>[^"<>]*$/;
/** `tel:` (RFC 3966) and `sip:` (RFC 3261), also without the scheme: the user before host and parameters. */
const ADDRESS = /^(?:(?:tel|sips?):)?([^@;?]+)(?:@[^@;?]+)?((?:;[^?]*)?)(?:\?.*)?$/i;
/** Parameters that make a number local or add an extension: it names another line than the number alone. */
const LOCAL = /;\s*(?:phone-context|ext|isub)\s*=/i;
/** A number as vendors write it: extensions and letters are refused, because they could name another person. */
const NUMBER = /^\+?[\s(]*\d[\d\s().\-/]{0,40}$/;

/** The words that telephone networks send in place of a withheld number, as their letters on a keypad. */
const WITHHELD_WORDS = ['ANONYMOUS', 'RESTRICTED', 'BLOCKED', 'UNKNOWN', 'UNAVAILABLE', 'PRIVATE'].map(onKeypad);
/** Also after the code 1, unless that is a number that exists. */
const EXISTING = `1${onKeypad('RESTRICTED')}`;
const WITHHELD: ReadonlySet<string> = new Set(
  WITHHELD_WORDS.flatMap((digits) => [digits, `1${digits}`]).filter((digits) => digits !== EXISTING),
);

/** True for a number that stands for a withheld one: a word on a keypad, also after the prefix 00, or zeros. */
export function isWithheld(number: string): boolean {
  const digits = number.replace(/\D/g, '');
  return WITHHELD.has(digits.replace(/^00/, '')) || /^0*$/.test(digits);
}

/** True for a number (E.164) that stands for none: zeros after its calling code. Everybody whose number it is would be one person. */
export const isFiller = (number: string): boolean => /^\+[1-9]\d{0,2}0+$/.test(number);

/**
 * Returns the telephone number in an address of SIP or `tel:`, with a display name before it, or by itself: its digits as
 * they are written, with + if it is international. Undefined for everything that does not identify one line: words such
 * as `anonymous`, also on a keypad, and extensions.
 */
export function numberInAddress(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return undefined;
  const [, user = '', parameters = ''] = ADDRESS.exec((IN_BRACKETS.exec(value)?.[1] ?? value).trim()) ?? [];
  const number = user.replace(/^%2B/i, '+').trim();
  if (LOCAL.test(parameters) || !NUMBER.test(number) || isWithheld(number)) return undefined;
  return number;
}

/** True for an address of SIP, also without its scheme: a caller with a SIP client chooses the number in it. */
export const isSipAddress = (value: unknown): boolean => typeof value === 'string' && /[@<]|^\s*sips?:/i.test(value);

/** The digits of a word on a telephone keypad (ITU-T E.161). */
function onKeypad(word: string): string {
  const keys = ['ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ'];
  return [...word].map((letter) => keys.findIndex((letters) => letters.includes(letter)) + 2).join('');
}
