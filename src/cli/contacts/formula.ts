/**
 * Spreadsheets take a cell that begins with one of these for a formula, also with a full-width sign, tab or line break
 * first, and a formula can send the table elsewhere (CSV injection, OWASP).
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const GUARDED = /^''*[=+\-@\t\r\n＝＋－＠]/;
/** E.164: a number, and never a formula. Stays as it is, so that other programs can read it. */
const PHONE = /^\+[1-9]\d{6,14}$/;

/** Puts an apostrophe before a text that a spreadsheet would take for a formula. */
export function guardFormula(text: string): string {
  return FORMULA.test(text) && !PHONE.test(text) ? `'${text}` : text;
}

/** The inverse of `guardFormula`: every text comes back as it was. */
export function unguardFormula(text: string): string {
  return GUARDED.test(text) ? text.slice(1) : text;
}
