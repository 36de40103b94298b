import { unguardFormula } from '../../lib/text/formula.ts';
import type { ImportedContact } from '../../platform/index.ts';
import { additionalProblem } from '../../platform/rules/contact-body.ts';
import { isEmail, isPhone, nameField } from '../../platform/rules/fields.ts';
import { quoteCell as show } from '../quote-cell.ts';
import { BIRTH_FIELD, type Columns } from './columns.ts';
import { firstNameFirst } from './name-order.ts';
import { type BirthReading, readBirth } from './read-birth.ts';
import { foreignReading, readPhone, wholeNumber } from './read-phone.ts';

/** How spreadsheets show a number with many digits, of which most are lost then. */
const SCIENTIFIC = /^\d([.,]\d+)?E\+?\d+$/i;

/** What people write for a telephone or e-mail address that they do not have. */
const ABSENT = /^([-–—.]+|0[0\s().\-/]*|n\.?\/?a\.?|k\. ?a\.|none|unknown|keine?|unbekannt)$/i;

/** A person of a file. */
export interface ReadContact {
  contact: ImportedContact;
  /** Values that can be imported, but that the owner should check. */
  remarks: Remark[];
}

export interface Remark {
  field: string;
  text: string;
}

/** How the ids of contacts of this platform begin. */
const OWN_ID = 'ct_';

/** Built once: schemas are expensive to build. */
const NAME = nameField();

/**
 * Reads the person that a row describes. Telephone numbers without + are those of `country`.
 * @returns the reason as a text, with a correct value, if the row cannot be imported
 */
export function readRow(
  cells: readonly string[],
  { parts, additional }: Columns,
  { country, today, width }: BirthReading & { width: number },
): ReadContact | string {
  const problems: string[] = [];
  const remarks: Remark[] = [];
  if (cells.slice(width).some((cell) => cell.trim() !== '')) {
    problems.push(
      `has ${cells.length} cells instead of ${width}: put a cell that contains the separator in quotation marks`,
    );
  }
  if (cells.some((cell) => cell.includes('\0'))) problems.push('contains a zero character (U+0000): remove it');
  const textOf = (index: number) => unguardFormula((cells[index] ?? '').trim()).trim();
  const firstOf = (columns: readonly number[]) => columns.map(textOf).find(Boolean) ?? '';
  const addressOf = (columns: readonly number[]) =>
    columns.map(textOf).find((text) => text !== '' && !ABSENT.test(text)) ?? '';

  const id = firstOf(parts.id) || undefined;
  const whole = firstOf(parts.name);
  // A row of our own export has the name of the contact.
  const ordered = id?.startsWith(OWN_ID) ? whole : firstNameFirst(whole);
  const name = ordered || `${firstOf(parts.first_name)} ${firstOf(parts.last_name)}`.trim();
  const checkedName = name === '' ? undefined : NAME.safeParse(name);
  if (checkedName?.error) problems.push(`the name ${checkedName.error.issues[0]?.message}: ${show(name)}`);

  const email = addressOf(parts.email);
  if (email !== '' && !isEmail(email)) problems.push(`${show(email)} is not an e-mail address such as ann@example.com`);

  const phoneText = addressOf(parts.phone);
  const number = wholeNumber(phoneText);
  const phone = number === '' ? undefined : readPhone(number, country);
  if (phoneText !== '' && !(phone && isPhone(phone))) problems.push(phoneProblem(phoneText, country));
  const foreign = phone && foreignReading(number, phone, country);
  if (foreign) remarks.push({ field: 'phone', text: couldBeForeign(phoneText, phone, foreign) });

  const fields: [string, string][] = [];
  for (const [field, index] of additional) {
    const text = textOf(index);
    const birth = field === BIRTH_FIELD ? readBirth(text, { country, today }) : undefined;
    if (birth !== undefined && birth > today) {
      remarks.push({ field, text: notYet(text) });
      continue;
    }
    const value = birth ?? text;
    const problem = additionalProblem(field, value);
    if (problem) problems.push(`the field ${field} ${problem}`);
    else if (value !== '') fields.push([field, value]);
    if (field === BIRTH_FIELD && value !== '' && birth === undefined) remarks.push({ field, text: noDate(value) });
  }
  if (problems.length > 0) return problems.join('; ');
  const contact = {
    id,
    name: name || undefined,
    email: email || null,
    phone: phone ?? null,
    additional: Object.fromEntries(fields),
  };
  return { contact, remarks };
}

const noDate = (text: string) =>
  `${BIRTH_FIELD} ${show(text)} is no date: it is kept as a text, which the caller check of the voice profile never matches`;

const notYet = (text: string) => `${BIRTH_FIELD} ${show(text)} is in the future: it is left out`;

const couldBeForeign = (text: string, phone: string, foreign: string) =>
  `phone ${show(text)} is read as ${phone}: if it is ${foreign}, write it with the +`;

function phoneProblem(text: string, country: string): string {
  return SCIENTIFIC.test(text)
    ? `${show(text)} is a telephone number that a spreadsheet has rounded: format the column as text, +15550100123`
    : `${show(text)} is not a telephone number of ${country}: write it with its country, such as +15550100123`;
}
