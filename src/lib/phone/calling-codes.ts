/** The calling codes of two digits. All others have one, 1 and 7, or three (ITU-T E.164, list of assigned codes). */
const TWO_DIGITS = /^(?:2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/** Returns the digits of an international telephone number without its calling code. */
export function withoutCallingCode(digits: string): string {
  if (/^[17]/.test(digits)) return digits.slice(1);
  return digits.slice(TWO_DIGITS.test(digits) ? 2 : 3);
}
