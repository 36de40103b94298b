import { type Run, splitAtAmbiguousGaps } from './runs.ts';
import { groupLengths, isReadDigitByDigit, isWrittenOneByOne } from './shapes.ts';

/** Luhn check digit of payment cards (ISO/IEC 7812-1). */
function isLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]);
    sum += index % 2 === 0 ? digit : digit > 4 ? 2 * digit - 9 : 2 * digit;
  }
  return sum % 10 === 0 && /[1-9]/.test(digits);
}

/** First digits and lengths of Visa, Mastercard, American Express, Diners, JCB, Discover, UnionPay and Maestro. */
const ISSUED =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|(?:5\d|2[2-7])\d{14}|3[47]\d{13}|3[0689]\d{12}(?:\d\d)?|35\d{14}|6\d{11,18})$/;
const isCard = (digits: string) => digits.length >= 13 && digits.length <= 19 && isLuhn(digits);

/** The groups of digits on a card. */
const GROUPING = /^(4,4,4,4|4,6,5)$/;
/** The number of digits between the separators of a list: `4,4,4,4` for `4 2 4 2, 4 2 4 2, …`. */
const listLengths = (run: Run) =>
  splitAtAmbiguousGaps(run)
    .map(({ digits }) => digits.length)
    .join();

/** True for a card number, also if the expiry date and code follow without a break. */
export function hasCard(run: Run, isAfterCard: boolean): boolean {
  const { digits } = run;
  // Numbers of a list can pass the Luhn check by chance, so that a list needs the grouping of a card.
  const isList = run.ambiguousGaps.length > 0 && !run.crossesTurns && !isAfterCard;
  const isGrouped = GROUPING.test(groupLengths(run)) || GROUPING.test(listLengths(run));
  if (isList && !isGrouped && !(isWrittenOneByOne(run) && ISSUED.test(digits))) return false;
  if (isCard(digits)) return true;
  const mayStartWithCard = digits.length > 13 && /^[2-6]/.test(digits);
  return mayStartWithCard && [13, 14, 15, 16, 19].some((length) => isCard(digits.slice(0, length)));
}

/** True if a number after the mention of a card is one, although digits are missing or were heard wrongly. */
export function isPartOfCard(run: Run): boolean {
  const { digits, ambiguousGaps } = run;
  if (ambiguousGaps.length > 0) return digits.length >= 13 && digits.length <= 19 && /^[2-6]/.test(digits);
  return digits.length >= 6 && (isReadDigitByDigit(run) || digits.length >= 13);
}

/** Maximum distance between two parts of one card number that a sentence separates. */
const MAX_INTERRUPTION = 80;
const MAX_PARTS = 5;

/**
 * Finds card numbers that their speaker interrupts with a sentence: `4797, sorry, I dropped it, 4683 7565 0973`. All parts
 * together must be a valid number of an issuer, which few other numbers are.
 */
export function findInterruptedCards(runs: readonly Run[]): Set<Run> {
  const found = new Set<Run>();
  for (let first = 0; first < runs.length; first++) {
    let digits = '';
    for (let index = first; index < Math.min(runs.length, first + MAX_PARTS); index++) {
      const run = runs[index] as Run;
      const before = runs[index - 1] as Run;
      if (index > first && run.start - before.end > MAX_INTERRUPTION) break;
      if (!mayBePart(run)) break;
      digits += run.digits;
      if (digits.length > 16) break;
      if (index > first && digits.length >= 15 && ISSUED.test(digits) && isLuhn(digits)) {
        for (const part of runs.slice(first, index + 1)) found.add(part);
        break;
      }
    }
  }
  return found;
}

function mayBePart(run: Run): boolean {
  if (run.hasLetters || run.digits.length > 15 || run.digits.length < 2) return false;
  if (run.pieces.every(({ isWritten }) => isWritten)) return /^[456](?:,[4-6])*$/.test(groupLengths(run));
  return run.digits.length % 4 === 0 || isReadDigitByDigit(run);
}
