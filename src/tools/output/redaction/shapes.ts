import type { Piece, Run } from './runs.ts';

/** Predicates on the form of a number, independent of its context. */

/** Luhn check digit of payment cards (ISO/IEC 7812-1). */
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
const isAllWritten = ({ pieces }: Run) => pieces.every((piece) => piece.isWritten);

/** True for a card number, also if the expiry date and code follow without a break. */
export function hasCard(run: Run): boolean {
  const { digits } = run;
  // Numbers of a list can pass the Luhn check by chance, so that a list needs the grouping of a card.
  if (run.ambiguousGaps.length > 0 && !/^(4,4,4,4|4,6,5)$/.test(lengths(run))) return false;
  if (isCard(digits)) return true;
  const mayStartWithCard = digits.length > 13 && /^[2-6]/.test(digits);
  return mayStartWithCard && [13, 14, 15, 16, 19].some((length) => isCard(digits.slice(0, length)));
}

const isYear = (digits: string) => /^(19|20)\d\d$/.test(digits);
const isTime = (digits: string) => /^([01]\d|2[0-3])[0-5][05]$/.test(digits);
const isDate = (digits: string) =>
  /^(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/.test(digits) ||
  /^(0?[1-9]|[12]\d|3[01])(0?[1-9]|[12]\d|3[01])(19|20)\d\d$/.test(digits);

/** True for years, a date, opening hours, an amount, a coordinate, or counting. */
export function isNotSensitive(text: string, run: Run): boolean {
  if (!isAllWritten(run)) return isCounting(run);
  const parts = groups(run);
  if (parts.every(isYear) || (parts.length <= 3 && isDate(run.digits))) return true;
  if (parts.length === 2 && parts.every(isTime)) return true;
  const isGroupedByThousands = parts.length > 1 && parts.slice(1).every((part) => part.length === 3);
  if (isGroupedByThousands && parts.at(-1) === '000') return true;
  return /^\d{1,3}\.\d{4,}$/.test(text.slice(run.start, run.end));
}

/** One, two, three, four … */
function isCounting({ pieces }: Run): boolean {
  return pieces.length > 3 && pieces.every(({ digits }, index) => Number(digits) === Number(pieces[0]?.digits) + index);
}

const isPair = ({ digits }: Piece) => digits.length === 2 && digits[0] !== digits[1];

/** Counts the digits of a run that were spoken one by one. */
function singleDigits({ pieces }: Run): number {
  return pieces.filter((piece) => !isPair(piece)).reduce((sum, piece) => sum + piece.digits.length, 0);
}

/** True if digits are written or read one by one, unlike times or amounts: `nine thirty, ten, ten thirty`. */
export function isReadDigitByDigit(run: Run): boolean {
  if (run.pieces.some((piece) => piece.isWritten)) return true;
  // In French, among others, a telephone number is read in pairs after a zero.
  if (run.digits.startsWith('0') && run.digits.length >= 9) return true;
  return singleDigits(run) >= 4 && singleDigits(run) * 2 >= run.digits.length;
}

/** True for hours, quarters and halves only, as in an offer of free times. */
export function isTimes(run: Run): boolean {
  const parts = groups(run);
  return !isReadDigitByDigit(run) && parts.every((digits) => Number(digits) <= 12 || /^(15|30|45)$/.test(digits));
}

/** True if words after a mention of a telephone may be its number: some single digits, and not only times. */
export function mayBePhone(run: Run): boolean {
  return singleDigits(run) >= 2 && !isTimes(run);
}

/** True for groups of one or two digits, which only some countries use in telephone numbers: `06 12 34 56 78`. */
export function isSmallGroups(run: Run): boolean {
  return isAllWritten(run) && run.pieces.length > 2 && groups(run).every((part) => part.length <= 2);
}

/** True for groups of 3, 2 and 4 digits, the format of United States social security numbers. */
export function isSocialSecurity(text: string, run: Run): boolean {
  if (run.digits.length !== 9) return false;
  if (isAllWritten(run)) return lengths(run) === '3,2,4';
  const spokenLengths: number[] = [0];
  run.pieces.forEach((piece, index) => {
    const before = run.pieces[index - 1];
    if (before && /[,.;–—]/.test(text.slice(before.end, piece.start))) spokenLengths.push(0);
    spokenLengths[spokenLengths.length - 1] = (spokenLengths.at(-1) as number) + piece.digits.length;
  });
  return spokenLengths.join() === '3,2,4';
}
