import { MASKS } from './masks.ts';

const IBAN = /(?<![A-Z0-9])[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]){11,30}(?![A-Z0-9])/gi;

/** Codes of letters and digits, which only the words before them distinguish from other codes. */
const CODED =
  /\b((?:member(?:ship)?|subscriber|policy|insurance|group|account|medicaid|medicare|passport|driver'?s licen[cs]e|licen[cs]e|versicherten|versicherung|p[óo]liza|pasaporte|passeport)(?:\s{0,5}(?:id|numbers?|no\.?|nr\.?|nummer|n[úu]mero|num[ée]ro|#))?\s{0,5}(?:is|:|=|,|ist|lautet|es|est)?\s{0,5})((?=[A-Z-]*\d[A-Z-]*\d)[A-Z]{1,4}[- ]?\d[\dA-Z-]{3,}|\d+[A-Z][\dA-Z-]{3,})/giu;

/** Masks account numbers that contain letters: IBANs (by their check digits), and codes that are introduced as such. */
export function maskAccounts(text: string): string {
  if (!/\d/.test(text)) return text;
  return text
    .replace(IBAN, (found) => {
      const length = ibanLength(found);
      return length === 0 ? found : `${MASKS.account}${found.slice(length)}`;
    })
    .replace(CODED, (_all, introduction: string) => `${introduction}${MASKS.account}`);
}

/** Returns the length of the IBAN that a text starts with, which similar words may follow; 0 if there is none. */
function ibanLength(text: string): number {
  for (let length = text.length; length >= 15; length--) {
    if (/[A-Z0-9]/i.test(text[length] ?? '') || !/[A-Z0-9]/i.test(text[length - 1] ?? '')) continue;
    const compact = text.slice(0, length).replace(/[ -]/g, '').toUpperCase();
    if (compact.length >= 15 && isIban(compact)) return length;
  }
  return 0;
}

/** ISO 13616: with the first four characters moved to the end and letters as 10 to 35, the number is 1 modulo 97. */
function isIban(compact: string): boolean {
  const digits = Array.from(compact.slice(4) + compact.slice(0, 4), (char) => Number.parseInt(char, 36)).join('');
  let remainder = 0;
  for (const digit of digits) remainder = (remainder * 10 + Number(digit)) % 97;
  return remainder === 1;
}
