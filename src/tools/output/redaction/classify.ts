import * as context from './context.ts';
import { MASKS, maskPhone } from './masks.ts';
import type { Run } from './runs.ts';
import {
  hasCard,
  isNotSensitive,
  isReadDigitByDigit,
  isSmallGroups,
  isSocialSecurity,
  isTimes,
  mayBePhone,
} from './shapes.ts';

/** `contact`: e-mail addresses and telephone numbers. `strict`: card, account and social security numbers too. */
export type Level = 'contact' | 'strict';

/** Context of a run: the text with the run, the text before it including earlier turns, and the following characters. */
export interface RunContext {
  text: string;
  before: string;
  after: string;
}

/** A telephone number has at least 7 digits and, with country code, at most 15 (E.164), after `00` or `+`. */
const PHONE_DIGITS = { min: 7, maxNational: 12, maxInternational: 17 };
const MIN_CARD_DIGITS = 13;

/** Returns the mask that replaces a run; undefined if the run is not sensitive. */
export function maskFor(run: Run, runContext: RunContext, level: Level): string | undefined {
  return (level === 'strict' ? secretMask(run, runContext) : undefined) ?? phoneMask(run, runContext, level);
}

function secretMask(run: Run, { text, before, after }: RunContext): string | undefined {
  const { length } = run.digits;
  const isAfterCard = context.mentionsCard(before);
  const isLong = length >= MIN_CARD_DIGITS && !isTimes(run);
  if (hasCard(run) && (isAfterCard || isLong)) return MASKS.card;
  if (context.introducesCode(before) && length >= 3 && length <= 8 && !context.startsWithUnit(after)) return MASKS.code;
  if (isAfterCard && context.introducesExpiry(before) && length >= 3 && length <= 6) return MASKS.expiry;
  if (isSocialSecurity(text, run) || (context.mentionsSocialSecurity(before) && length >= 4 && length <= 15))
    return MASKS.social;
  if (isAccount(run, before) && !isNotSensitive(text, run) && !context.startsWithUnit(after)) return MASKS.account;
  if (!isLong || run.ambiguousGaps.length > 0 || isInternational(text, run)) return undefined;
  return isAfterCard ? MASKS.card : MASKS.number;
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

function phoneMask(run: Run, { text, before, after }: RunContext, level: Level): string | undefined {
  const { digits } = run;
  const hasPrefix = isInternational(text, run);
  const maxDigits = hasPrefix ? PHONE_DIGITS.maxInternational : PHONE_DIGITS.maxNational;
  if (digits.length < PHONE_DIGITS.min || digits.length > maxDigits || run.ambiguousGaps.length > 0) return undefined;
  if (context.introducesRecord(before) || context.startsWithUnit(after)) return undefined;
  const isAfterPhone = context.mentionsPhone(before);
  if (!isReadDigitByDigit(run) && !(isAfterPhone && mayBePhone(run))) return undefined;
  if (!isAfterPhone && (isNotSensitive(text, run) || (isSmallGroups(run) && !hasPrefix && !digits.startsWith('0')))) {
    return undefined;
  }
  // Otherwise it may be an account number, of which `strict` must not show the end either.
  const isLikelyPhone = hasPrefix || isAfterPhone || [7, 10, 11].includes(digits.length);
  if (level === 'strict' && !isLikelyPhone) return MASKS.number;
  return maskPhone(text[run.start] === '+' ? `+${digits}` : digits);
}
