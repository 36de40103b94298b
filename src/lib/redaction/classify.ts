import { hasCard, isPartOfCard } from './cards.ts';
import * as context from './context.ts';
import { MASKS, maskPhone } from './masks.ts';
import type { Run } from './runs.ts';
import {
  isNotSensitive,
  isReadDigitByDigit,
  isSmallGroups,
  isSocialSecurity,
  isTimes,
  isWrittenOneByOne,
  mayBePhone,
} from './shapes.ts';

/** `contact`: e-mail addresses and telephone numbers. `strict`: card, account and identity numbers too. */
export type Level = 'contact' | 'strict';

/** Context of a run: the text with the run, the text before it including earlier turns, and the following characters. */
interface RunContext {
  text: string;
  before: string;
  after: string;
  /** True in a conversation, in which a question alone announces what the answer is. */
  isSpoken: boolean;
}

/** A telephone number has at least 7 digits and, with country code, at most 15 (E.164), after `00` or `+`. */
const PHONE_DIGITS = { min: 7, maxNational: 12, maxInternational: 17 };
const MIN_LONG_DIGITS = 13;
const MIN_SECRET_DIGITS = 3;

/** Returns the mask that replaces a run; undefined if the run is not sensitive. */
export function maskFor(run: Run, runContext: RunContext, level: Level): string | undefined {
  return (level === 'strict' ? secretMask(run, runContext) : undefined) ?? phoneMask(run, runContext, level);
}

function secretMask(run: Run, { text, before, after, isSpoken }: RunContext): string | undefined {
  const { length } = run.digits;
  if (length < MIN_SECRET_DIGITS) return undefined;
  const isAfterCard = context.mentionsCard(before);
  const isLong = length >= MIN_LONG_DIGITS && !isTimes(run);
  if ((isAfterCard || isLong) && hasCard(run, isAfterCard)) return MASKS.card;
  const isQuantity = context.startsWithUnit(after);
  if (length <= 8 && !isQuantity && (context.introducesCode(before) || isCodeBefore(run, after))) return MASKS.code;
  if ((isAfterCard || isSpoken) && isMonthAndYear(run) && !isQuantity && context.introducesExpiry(before))
    return MASKS.expiry;
  if (isSocialSecurity(text, run)) return MASKS.social;
  if (length >= 4 && length <= 15 && context.mentionsSocialSecurity(before)) return MASKS.social;
  if (isQuantity || isNotSensitive(text, run) || context.introducesRecord(before)) return undefined;
  if (length >= 4 && context.introducesIdentity(before)) return MASKS.identity;
  if (isAccount(run, before)) return MASKS.account;
  if (isAfterCard && isPartOfCard(run) && context.mentionsCardLast(before)) return MASKS.card;
  if (!isLong || run.ambiguousGaps.length > 0 || isInternational(text, run)) return undefined;
  return isAfterCard ? MASKS.card : MASKS.number;
}

const isCodeBefore = ({ digits }: Run, after: string) => digits.length <= 4 && context.startsWithCode(after);

/** `04/29`, `oh four twenty-nine`, `5 2029`. */
function isMonthAndYear({ digits }: Run): boolean {
  return /^(?:0?[1-9]|1[0-2])(?:20)?[2-5]\d$/.test(digits);
}

function isAccount(run: Run, before: string): boolean {
  const { length } = run.digits;
  if (length >= 4 && context.introducesAccount(before)) return true;
  return (
    length >= 6 &&
    isReadDigitByDigit(run) &&
    (context.mentionsAccountLast(before) || context.endsWithSpelledLetters(before))
  );
}

function isInternational(text: string, { start, digits }: Run): boolean {
  return (text[start] === '+' || digits.startsWith('00')) && digits.length <= PHONE_DIGITS.maxInternational;
}

/** Removes the start of a number that its speaker begins again: `917 555, 917 555 0118`. */
function withoutRestart(digits: string): string {
  for (let length = Math.min(PHONE_DIGITS.maxNational, digits.length >> 1); length >= 3; length--) {
    if (digits.startsWith(digits.slice(0, length), length)) return digits.slice(length);
  }
  return digits;
}

function phoneMask(run: Run, { text, before, after }: RunContext, level: Level): string | undefined {
  const isTooLong = run.digits.length > PHONE_DIGITS.maxNational;
  const digits = isTooLong && run.crossesTurns ? withoutRestart(run.digits) : run.digits;
  const hasPrefix = isInternational(text, run);
  const maxDigits = hasPrefix ? PHONE_DIGITS.maxInternational : PHONE_DIGITS.maxNational;
  if (digits.length < PHONE_DIGITS.min || digits.length > maxDigits) return undefined;
  const isAfterPhone = context.mentionsPhone(before);
  if (run.ambiguousGaps.length > 0 && !(isAfterPhone && isWrittenOneByOne(run))) return undefined;
  if (context.introducesRecord(before) || context.startsWithUnit(after)) return undefined;
  if (!isReadDigitByDigit(run) && !(isAfterPhone && mayBePhone(run))) return undefined;
  const isAnnounced = isAfterPhone || run.crossesTurns;
  if (!isAnnounced && (isNotSensitive(text, run) || (isSmallGroups(run) && !hasPrefix && !digits.startsWith('0')))) {
    return undefined;
  }
  // Otherwise it may be an account number, of which `strict` must not show the end either.
  const isLikelyPhone = hasPrefix || isAfterPhone || [7, 10, 11].includes(digits.length);
  if (level === 'strict' && !isLikelyPhone) return MASKS.number;
  return maskPhone(text[run.start] === '+' ? `+${digits}` : digits);
}
