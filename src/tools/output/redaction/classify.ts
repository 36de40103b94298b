import * as context from './context.ts';
import { MASKS, maskPhone } from './masks.ts';
import type { Run } from './runs.ts';
import { hasCard, isNumber, isOrdinary, isReadOut, isSmallGroups, isSocial, isTimes } from './shapes.ts';

/** `contact`: e-mail addresses and telephone numbers. `strict`: card, account and social security numbers too. */
export type Level = 'contact' | 'strict';

/** What stands around a run: its own text, before it also what was said before, and the characters that follow. */
export interface Around {
  text: string;
  before: string;
  after: string;
}

/** A telephone number has at least 7 digits and, with country code, at most 15 (E.164), after `00` or `+`. */
const PHONE_DIGITS = { least: 7, national: 12, international: 17 };
/** Fewer digits than this are no card. */
const CARD_DIGITS = 13;

/** What replaces a run, or undefined when it may stay. */
export function maskOf(run: Run, around: Around, level: Level): string | undefined {
  return (level === 'strict' ? secretMask(run, around) : undefined) ?? phoneMask(run, around, level);
}

function secretMask(run: Run, { text, before, after }: Around): string | undefined {
  const { length } = run.digits;
  const card = context.isCard(before);
  const long = length >= CARD_DIGITS && !isTimes(run);
  if (hasCard(run) && (card || long)) return MASKS.card;
  if (context.introducesCode(before) && length >= 3 && length <= 8 && !context.counts(after)) return MASKS.code;
  if (card && context.introducesExpiry(before) && length >= 3 && length <= 6) return MASKS.expiry;
  if (isSocial(text, run) || (context.isSocial(before) && length >= 4 && length <= 15)) return MASKS.social;
  if (isAccount(run, before) && !isOrdinary(text, run) && !context.counts(after)) return MASKS.account;
  if (!long || run.weak.length > 0 || isInternational(text, run)) return undefined;
  return card ? MASKS.card : MASKS.number;
}

function isAccount(run: Run, before: string): boolean {
  const { length } = run.digits;
  if (length >= 4 && context.introducesAccount(before)) return true;
  return length >= 6 && isReadOut(run) && (context.isAccount(before) || context.spelledOut(before));
}

function isInternational(text: string, { start, digits }: Run): boolean {
  return (text[start] === '+' || digits.startsWith('00')) && digits.length <= PHONE_DIGITS.international;
}

function phoneMask(run: Run, { text, before, after }: Around, level: Level): string | undefined {
  const { digits } = run;
  const international = isInternational(text, run);
  const most = international ? PHONE_DIGITS.international : PHONE_DIGITS.national;
  if (digits.length < PHONE_DIGITS.least || digits.length > most || run.weak.length > 0) return undefined;
  if (context.introducesRecord(before) || context.counts(after)) return undefined;
  const called = context.isPhone(before);
  if (!isReadOut(run) && !(called && isNumber(run))) return undefined;
  if (!called && (isOrdinary(text, run) || (isSmallGroups(run) && !international && !digits.startsWith('0')))) {
    return undefined;
  }
  // What is no telephone number may be an account: `strict` does not show its end either.
  const likely = international || called || [7, 10, 11].includes(digits.length);
  if (level === 'strict' && !likely) return MASKS.number;
  return maskPhone(text[run.start] === '+' ? `+${digits}` : digits);
}
