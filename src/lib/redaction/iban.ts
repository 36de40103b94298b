import { MASKS } from './masks.ts';
import type { Replacement } from './replacement.ts';

/** Lengths of IBANs by country (ISO 13616 registry). */
const LENGTHS = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 ' +
    'FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 ' +
    'LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 ' +
    'RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))] as const),
);

/** A country and check digits: in any case at the start of a word, or in capitals behind one (`surFR37…`). */
const START = /(?:(?<![\p{L}\p{N}])[A-Za-z]{2}|(?<=\p{Ll})[A-Z]{2})[\s.\-_:]{0,2}\d{2}(?=[\s.\-_:]{0,2}[A-Za-z0-9])/gu;
const SEPARATORS = /[\s.\-_:/]/;
const MAX_SEPARATORS = 3;

/** Finds written IBANs, by their check digits. */
export function findIbans(text: string): Replacement[] {
  const found: Replacement[] = [];
  for (const { index, 0: start } of text.matchAll(START)) {
    if (index < (found.at(-1)?.end ?? 0)) continue;
    const length = LENGTHS.get(start.slice(0, 2).toUpperCase());
    const end = length === undefined ? undefined : endOf(text, index, length);
    if (end !== undefined) found.push({ start: index, end, mask: MASKS.account });
  }
  return found;
}

/** Returns the end of the IBAN that starts at a position; undefined if there is none. */
function endOf(text: string, start: number, length: number): number | undefined {
  let compact = '';
  let separators = 0;
  let position = start;
  for (; compact.length < length && position < text.length; position++) {
    const char = text[position] as string;
    if (/[A-Za-z0-9]/.test(char)) {
      compact += char;
      separators = 0;
    } else if (!SEPARATORS.test(char) || ++separators > MAX_SEPARATORS) return undefined;
  }
  return isIban(compact.toUpperCase()) ? position : undefined;
}

/** Account numbers have letters in some countries, but words that a time precedes have hardly a digit: `at 12:30 p.m. Then Sat…`. */
const MIN_DIGITS_SHARE = 1 / 3;

/** ISO 13616: with the first four characters moved to the end and letters as 10 to 35, the number is 1 modulo 97. */
export function isIban(compact: string): boolean {
  if (!/^[A-Z]{2}\d{2}/.test(compact) || compact.length !== LENGTHS.get(compact.slice(0, 2))) return false;
  const account = compact.slice(4);
  if (account.replace(/\D/g, '').length < account.length * MIN_DIGITS_SHARE) return false;
  const digits = Array.from(account + compact.slice(0, 4), (char) => Number.parseInt(char, 36)).join('');
  let remainder = 0;
  for (const digit of digits) remainder = (remainder * 10 + Number(digit)) % 97;
  return remainder === 1;
}
