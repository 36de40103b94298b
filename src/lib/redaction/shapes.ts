import type { Piece } from './number-pieces.ts';
import type { Run } from './runs.ts';

/** Predicates on the form of a number, independent of its context. */

const groups = ({ pieces }: Run) => pieces.map((piece) => piece.digits);
/** The lengths of the groups of digits: `4,6,5`. */
export const groupLengths = (run: Run) =>
  groups(run)
    .map((part) => part.length)
    .join();
const isAllWritten = ({ pieces }: Run) => pieces.every((piece) => piece.isWritten);

const isYear = (digits: string) => /^(19|20)\d\d$/.test(digits);
const isTime = (digits: string) => /^([01]\d|2[0-3])[0-5][05]$/.test(digits);
const isDate = (digits: string) =>
  /^(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/.test(digits) ||
  /^(0?[1-9]|[12]\d|3[01])(0?[1-9]|[12]\d|3[01])(19|20)\d\d$/.test(digits);

/** True for years, a date, opening hours, an amount, a coordinate, or counting. */
export function isNotSensitive(text: string, run: Run): boolean {
  if (isCounting(run)) return true;
  if (!isAllWritten(run)) return false;
  const parts = groups(run);
  if (parts.every(isYear) || (parts.length <= 3 && isDate(run.digits))) return true;
  if (parts.length === 2 && parts.every(isTime)) return true;
  const isGroupedByThousands = parts.length > 1 && parts.slice(1).every((part) => part.length === 3);
  if (isGroupedByThousands && parts.at(-1) === '000') return true;
  return /^\d{1,3}\.\d{4,}$|^\d{1,5}[.,]\d\d$/.test(text.slice(run.start, run.end));
}

/** One, two, three, four … */
function isCounting({ pieces }: Run): boolean {
  return pieces.length > 3 && pieces.every(({ digits }, index) => Number(digits) === Number(pieces[0]?.digits) + index);
}

/** Counts the digits of a run that were spoken one by one. `fifty-five` counts as two: it is how cards are read. */
function singleDigits({ pieces }: Run): number {
  const count = ({ digits, form }: Piece) =>
    form === 'digit' || (digits.length === 2 && digits[0] === digits[1]) ? digits.length : 0;
  return pieces.reduce((sum, piece) => sum + count(piece), 0);
}

/** True if digits are written or read one by one, unlike times or amounts: `nine thirty, ten, ten thirty`. */
export function isReadDigitByDigit(run: Run): boolean {
  if (run.pieces.some((piece) => piece.isWritten)) return true;
  // In French, among others, a telephone number is read in pairs after a zero.
  if (run.digits.startsWith('0') && run.digits.length >= 9) return true;
  // In Spanish after a group of three.
  if (/^[679]\d{8}$/.test(run.digits) && /^(3|1,1,1),2,2,2$/.test(groupLengths(run))) return true;
  return singleDigits(run) >= 4 && singleDigits(run) * 2 >= run.digits.length;
}

/** True for hours and minutes only, as in an offer of free times. */
export function isTimes(run: Run): boolean {
  const isTimePart = ({ digits }: Piece) =>
    digits.length <= 2 && (Number(digits) <= 12 || (Number(digits) < 60 && Number(digits) % 5 === 0));
  return !isReadDigitByDigit(run) && run.pieces.every(isTimePart);
}

/** True if words after a mention of a telephone may be its number: some single digits, and not only times. */
export function mayBePhone(run: Run): boolean {
  return singleDigits(run) >= 2 && !isTimes(run);
}

/** True for groups of one or two digits, which only some countries use in telephone numbers: `06 12 34 56 78`. */
export function isSmallGroups(run: Run): boolean {
  return isAllWritten(run) && run.pieces.length > 2 && groups(run).every((part) => part.length <= 2);
}

/** True for written digits one by one: `4 2 4 2`. */
export function isWrittenOneByOne(run: Run): boolean {
  return isAllWritten(run) && run.pieces.every(({ digits }) => digits.length === 1);
}

/** True for groups of 3, 2 and 4 digits, the format of United States social security numbers. */
export function isSocialSecurity(text: string, run: Run): boolean {
  if (run.digits.length !== 9) return false;
  if (isAllWritten(run)) return groupLengths(run) === '3,2,4';
  const spokenLengths: number[] = [0];
  run.pieces.forEach((piece, index) => {
    const before = run.pieces[index - 1];
    if (before && /[,.;–—\u2029]/.test(text.slice(before.end, piece.start))) spokenLengths.push(0);
    spokenLengths[spokenLengths.length - 1] = (spokenLengths.at(-1) as number) + piece.digits.length;
  });
  return spokenLengths.join() === '3,2,4';
}
