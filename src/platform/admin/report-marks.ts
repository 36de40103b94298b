import { numberParts } from '../../lib/phone/phone.ts';
import { escapePattern } from '../../lib/text/text.ts';

/** By what a customer is recognised in a report. */
export interface ReportMarks {
  /** The telephone number (E.164); null if it identifies no one. */
  number: string | null;
  /** The e-mail address in lower case; the same. */
  address: string | null;
}

/** Shorter numbers are found in other numbers. */
const MIN_DIGITS = 7;
/** The most digits of a number (E.164). */
const MAX_DIGITS = 15;
/** What people and systems write between the digits of telephone numbers: any space, dash or invisible character, and these. */
const GAP = String.raw`[\s\p{Pd}\p{Cf}\u2212_./()]{0,4}`;

/** Whether a report, of which nothing else is known, has the number or the address of a customer, in any usual notation. */
export function mentionsCustomer(body: string, { number, address }: ReportMarks): boolean {
  const patterns = [number === null ? null : numberPattern(number), address === null ? null : addressPattern(address)];
  // In a form, which can also be a text in JSON, + is a space.
  const texts = [body, body.replace(/(?<=[\p{L}\p{N}).])\+/gu, ' ')].map(readable);
  return patterns.some((pattern) => pattern && texts.some((text) => pattern.test(text)));
}

/**
 * The number after its calling code, after the 0 of its country, or by itself: a number of the country of the business is also
 * written without its code. Not as a part of other digits, and not after the code of another country.
 */
function numberPattern(number: string): RegExp | null {
  const { code, national, trunk } = numberParts(number);
  if (national.length < MIN_DIGITS) return null;
  const withGaps = (digits: string) => [...digits].join(GAP);
  const maxOther = Math.max(1, MAX_DIGITS - national.length);
  const notAfterPlus = (fewest: number) => String.raw`(?<!\d|\+(?:\d${GAP}){${fewest},${maxOther}})`;
  const international = `${notAfterPlus(1)}(?:00|011)?${withGaps(code)}${GAP}(?:0${GAP})?`;
  const domestic = `${notAfterPlus(0)}(?:(?:0|${withGaps(trunk)})${GAP})?`;
  const prefix = code === '' ? international : `(?:${international}|${domestic})`;
  return new RegExp(String.raw`${prefix}${withGaps(national)}(?!\d)`, 'u');
}

/** Not as a part of a longer address. */
function addressPattern(address: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{N}._+\-])${escapePattern(address)}(?![\p{L}\p{N}\-]|\.[\p{L}\p{N}])`, 'u');
}

/** A body in lower case, without the escapes of forms and JSON: also where one is in the other, or the body is cut off. */
const readable = (body: string): string =>
  body
    .replace(/(?:%[\da-f]{2})+/gi, percentDecoded)
    // Each run of backslashes is looked at once: there can be a million.
    .replace(/(?<!\\)\\+u([\da-f]{4})/gi, (_escape, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/(?<!\\)\\+([nrt/])/g, (_escape, char: string) => (char === '/' ? '/' : ' '))
    .toLowerCase();

function percentDecoded(escapes: string): string {
  try {
    return decodeURIComponent(escapes);
  } catch {
    return escapes;
  }
}
