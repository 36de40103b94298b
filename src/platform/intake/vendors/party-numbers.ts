import { addressIn } from '../../../lib/caller-number.ts';
import { normalizePhone } from '../../../lib/phone.ts';

/** Longer than any number or SIP address of a telephone. */
const MAX_ADDRESS_LENGTH = 256;
const MAX_DIGITS = 20;
/** Parameters of an address that add an extension or make its number local: it names another line than the number alone. */
const EXTENSION = /;\s*(?:ext|isub|phone-context)\s*=/i;

/**
 * Numbers that networks send for a withheld one: the words ANONYMOUS, RESTRICTED, BLOCKED, UNKNOWN, UNAVAILABLE and PRIVATE on
 * a keypad, also after the code 1, unless that makes a number that exists.
 */
const WITHHELD: ReadonlySet<string> = new Set([
  '266696687',
  '1266696687',
  '7378742833',
  '2562533',
  '12562533',
  '8656696',
  '18656696',
  '86282452253',
  '186282452253',
  '7748283',
  '17748283',
]);

/**
 * Returns a telephone number: in E.164 if it is international, otherwise its digits. Accepts SIP and tel addresses, with a
 * display name before them. Returns undefined for a withheld number, for an extension, and for text that is no number.
 */
export function partyNumber(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_ADDRESS_LENGTH || EXTENSION.test(value)) return undefined;
  const user = addressIn(value)
    .trim()
    .replace(/^(?:sips?|tel):/i, '')
    .replace(/[@;?].*$/s, '')
    .replace(/^%2B/i, '+')
    .trim();
  if (!/^\+?\(?\d[\d\s()./-]*$/.test(user)) return undefined;
  const digits = user.replace(/\D/g, '');
  if (digits.length < 2 || digits.length > MAX_DIGITS || WITHHELD.has(digits) || /^0+$/.test(digits)) return undefined;
  return normalizePhone(user, undefined) ?? (user.startsWith('+') ? `+${digits}` : digits);
}
