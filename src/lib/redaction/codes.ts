import * as context from './context.ts';
import { isIban } from './iban.ts';
import { MASKS } from './masks.ts';
import type { Run } from './runs.ts';

/** Numbers with letters: IBANs that are read out, identifiers of persons, and member numbers. */

const MIN_CODE_LENGTH = 5;

/** Returns the mask of a run with letters; undefined if its letters do not belong to its digits. */
export function codeMask(text: string, run: Run, before: string): string | undefined {
  const compact = run.pieces
    .map(({ start, end, digits }) => (digits === '' ? text.slice(start, end) : digits))
    .join('')
    .toUpperCase();
  if (isIban(compact)) return MASKS.account;
  if (isSpanishIdentifier(compact) || ITALIAN_TAX_CODE.test(compact)) return MASKS.identity;
  if (compact.length < MIN_CODE_LENGTH || run.digits.length < 2) return undefined;
  if (context.introducesIdentity(before)) return MASKS.identity;
  return context.introducesAccount(before) ? MASKS.account : undefined;
}

/** Codice fiscale. */
const ITALIAN_TAX_CODE = /^[A-Z]{6}\d{2}[A-Z]\d{2}[A-Z]\d{3}[A-Z]$/;

/** DNI and NIE: seven or eight digits with a check letter. */
function isSpanishIdentifier(compact: string): boolean {
  const [, foreigner = '', digits = '', letter] = /^([XYZ]?)(\d{7,8})([A-Z])$/.exec(compact) ?? [];
  if (digits === '' || foreigner.length + digits.length !== 8) return false;
  const number = Number(`${foreigner === '' ? '' : 'XYZ'.indexOf(foreigner)}${digits}`);
  return 'TRWAGMYFPDXBNJZSQVHLCKE'[number % 23] === letter;
}
