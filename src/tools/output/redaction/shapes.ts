import type { Piece, Run } from './runs.ts';

/** Questions about the form of a number, without regard to what stands around it. */

/** The check digit of payment cards (ISO/IEC 7812-1). */
export function isLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]);
    sum += index % 2 === 0 ? digit : digit > 4 ? 2 * digit - 9 : 2 * digit;
  }
  return sum % 10 === 0 && /[1-9]/.test(digits);
}

const isCard = (digits: string) => digits.length >= 13 && digits.length <= 19 && isLuhn(digits);
const groups = ({ pieces }: Run) => pieces.map((piece) => piece.digits);
const lengths = (run: Run) =>
  groups(run)
    .map((part) => part.length)
    .join();
const isWritten = ({ pieces }: Run) => pieces.every((piece) => piece.written);

/** A card's number, or one with expiry and code read out in the same breath. */
export function hasCard(run: Run): boolean {
  const { digits } = run;
  // Numbers in a list add up to the check digit of a card now and then: only a card's own grouping counts there.
  if (run.weak.length > 0 && !/^(4,4,4,4|4,6,5)$/.test(lengths(run))) return false;
  if (isCard(digits)) return true;
  const starts = digits.length > 13 && /^[2-6]/.test(digits);
  return starts && [13, 14, 15, 16, 19].some((length) => isCard(digits.slice(0, length)));
}

const isYear = (digits: string) => /^(19|20)\d\d$/.test(digits);
const isTime = (digits: string) => /^([01]\d|2[0-3])[0-5][05]$/.test(digits);
const isDate = (digits: string) =>
  /^(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/.test(digits) ||
  /^(0?[1-9]|[12]\d|3[01])(0?[1-9]|[12]\d|3[01])(19|20)\d\d$/.test(digits);

/** Digits that are years, a date, opening hours, an amount or a coordinate, or that somebody counts. */
export function isOrdinary(text: string, run: Run): boolean {
  if (!isWritten(run)) return isCounting(run);
  const parts = groups(run);
  if (parts.every(isYear) || (parts.length <= 3 && isDate(run.digits))) return true;
  if (parts.length === 2 && parts.every(isTime)) return true;
  const thousands = parts.length > 1 && parts.slice(1).every((part) => part.length === 3);
  if (thousands && parts.at(-1) === '000') return true;
  return /^\d{1,3}\.\d{4,}$/.test(text.slice(run.start, run.end));
}

/** One, two, three, four … */
function isCounting({ pieces }: Run): boolean {
  return pieces.length > 3 && pieces.every(({ digits }, index) => Number(digits) === Number(pieces[0]?.digits) + index);
}

const isTwo = ({ digits }: Piece) => digits.length === 2 && digits[0] !== digits[1];

/** Digits of a spoken run that were said one by one. */
function singles({ pieces }: Run): number {
  return pieces.filter((piece) => !isTwo(piece)).reduce((sum, piece) => sum + piece.digits.length, 0);
}

/** Whether words are read digit by digit rather than told as times or amounts: `nine thirty, ten, ten thirty`. */
export function isReadOut(run: Run): boolean {
  if (run.pieces.some((piece) => piece.written)) return true;
  // In French, for one, a telephone number is read in pairs, after a zero.
  if (run.digits.startsWith('0') && run.digits.length >= 9) return true;
  return singles(run) >= 4 && singles(run) * 2 >= run.digits.length;
}

/** Hours, quarters and halves only, as when free times are offered. */
export function isTimes(run: Run): boolean {
  const parts = groups(run);
  return !isReadOut(run) && parts.every((digits) => Number(digits) <= 12 || /^(15|30|45)$/.test(digits));
}

/** Whether words may be a telephone number when one is spoken of: some digits by themselves, and no times only. */
export function isNumber(run: Run): boolean {
  return singles(run) >= 2 && !isTimes(run);
}

/** Groups of one or two digits are a telephone number only where numbers are written so: `06 12 34 56 78`. */
export function isSmallGroups(run: Run): boolean {
  return isWritten(run) && run.pieces.length > 2 && groups(run).every((part) => part.length <= 2);
}

/** 3-2-4, as social security numbers are written and read out. */
export function isSocial(text: string, run: Run): boolean {
  if (run.digits.length !== 9) return false;
  if (isWritten(run)) return lengths(run) === '3,2,4';
  const said: number[] = [0];
  run.pieces.forEach((piece, index) => {
    const before = run.pieces[index - 1];
    if (before && /[,.;–—]/.test(text.slice(before.end, piece.start))) said.push(0);
    said[said.length - 1] = (said.at(-1) as number) + piece.digits.length;
  });
  return said.join() === '3,2,4';
}
