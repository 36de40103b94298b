import { isInternationalNumber } from '../phone/international-number.ts';

/**
 * Spreadsheets take a cell that begins with one of these for a formula, also with a full-width sign, tab or line break
 * first, and a formula can send the table elsewhere (CSV injection, OWASP).
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const GUARDED = /^''*[=+\-@\t\r\n＝＋－＠]/;
/**
 * The same inside of a text, where a spreadsheet of another country takes the character before it for the end of a cell.
 * That character is looked for last, from the formula back: from each of many line breaks on, it would take seconds.
 */
const INNER_FORMULA = /(?<!')'*[=+\-@＝＋－＠](?<=[;\t\r\n]\s*'*.)/g;
const INNER_GUARDED = /(?<!')'('*[=+\-@＝＋－＠])(?<=[;\t\r\n]\s*'+.)/g;
/** Puts an apostrophe before what a spreadsheet would take for a formula. A telephone number stays, for other programs to read. */
export function guardFormula(text: string): string {
  const guarded = text.replace(INNER_FORMULA, "'$&");
  return FORMULA.test(guarded) && !isInternationalNumber(guarded) ? `'${guarded}` : guarded;
}

/** The inverse of `guardFormula`: every text comes back as it was. */
export function unguardFormula(text: string): string {
  return (GUARDED.test(text) ? text.slice(1) : text).replace(INNER_GUARDED, '$1');
}
