import { parseNumber } from './phone.ts';
import { isWithheld, numberInAddress } from './telephone-address.ts';

/**
 * Returns a caller's number in international format (E.164), from the notations of voice vendors and SIP. Undefined for
 * everything that does not identify one line: words such as `anonymous`, extensions, and numbers that cannot exist.
 * @param country ISO 3166-1 code for numbers without +; if undefined, such numbers are not understood.
 */
export function readCallerNumber(value: unknown, country: string | undefined): string | undefined {
  const number = numberInAddress(value);
  if (number === undefined) return undefined;
  const parsed = parseNumber(number, country, { extract: false });
  // Stricter than for contacts: filler such as 000 000 0000 would make all withheld callers one person.
  return parsed?.isValid() && !isWithheld(parsed.number) ? parsed.number : undefined;
}
