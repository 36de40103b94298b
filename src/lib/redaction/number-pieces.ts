import { wordsOf } from './languages/index.ts';
import type { TextRange } from './replacement.ts';
import type { DigitsToken, Token } from './tokens.ts';
import { COUNTING_BY_TWENTY, type Form } from './words.ts';

/** A group of digits, written together or spoken as one number. Letters of a code have no digits. */
export interface Piece extends TextRange {
  digits: string;
  /** False if spoken. */
  isWritten: boolean;
  /** Undefined if written. */
  form: Form | undefined;
  languages: number;
  /** Smallest number that can no longer be added: 10 after `forty`, 100 after `seiscientos`. */
  open: number;
  /** True for digits next to letters, which are read only as part of a code. */
  isGlued: boolean;
}

/** Words between tens and units: Spanish `treinta y dos`. */
const CONJUNCTIONS = new Set(wordsOf('conjunctions'));

/** True if two parts of a spoken number can be one: `forty two`, `forty-two`, `treinta y dos`. */
export const isJoined = (gap: string, fillers: readonly string[]) =>
  fillers.length === 0 ? /^[\s\-‐‑]{0,3}$/u.test(gap) : fillers.length === 1 && CONJUNCTIONS.has(fillers[0] as string);

export function pieceOf(token: DigitsToken, repeat: { start: number; times: number } | undefined): Piece {
  const { start, end, isWritten, form, languages, isGlued } = token;
  const isRepeated = repeat !== undefined && token.digits.length === 1;
  const digits = isRepeated ? token.digits.repeat(repeat.times) : token.digits;
  return { start: repeat?.start ?? start, end, digits, isWritten, form, languages, isGlued, open: openOf(token) };
}

export function letters({ start, end }: TextRange): Piece {
  return { start, end, digits: '', isWritten: true, form: undefined, languages: 0, isGlued: false, open: 0 };
}

function openOf({ form, digits, languages }: DigitsToken): number {
  if (form === 'hundreds') return 100;
  if (form === 'tens') return languages & COUNTING_BY_TWENTY && /^[68]0$/.test(digits) ? 20 : 10;
  // `dix-sept`
  return form === 'teen' && languages & COUNTING_BY_TWENTY && digits === '10' ? 10 : 0;
}

/** Adds a word to the number before it: `forty` and `two`. Returns false if they are two numbers. */
export function extend(last: Piece, token: DigitsToken, hasConjunction: boolean): boolean {
  const languages = last.languages & token.languages;
  if (token.isWritten || last.isWritten || languages === 0) return false;
  const value = Number(token.digits);
  const isTwenty = token.form === 'tens' && value === 20 && (languages & COUNTING_BY_TWENTY) !== 0;
  if (isTwenty && last.form === 'digit' && last.digits === '4' && !hasConjunction) {
    Object.assign(last, { digits: '80', end: token.end, form: 'tens', open: 20 });
    return true;
  }
  if (value === 0 || value >= last.open || token.form === 'hundreds') return false;
  if (last.digits === '10' && value < 7) return false;
  // `eight hundred five five five` is 800-555.
  if (last.open === 100 && token.form === 'digit' && !hasConjunction) return false;
  last.open = Math.min(openOf(token), last.open);
  Object.assign(last, { digits: `${Number(last.digits) + value}`, end: token.end, form: 'teen', languages });
  return true;
}

/** Reads `eight hundred` as 800, and French `cent` alone as 100. */
export function addHundred(pieces: Piece[], token: Token & { languages: number }, isClose: boolean): void {
  const last = pieces.at(-1);
  const open = token.languages & COUNTING_BY_TWENTY ? 100 : 0;
  if (isClose && last?.form === 'digit' && last.digits.length === 1 && last.languages & token.languages) {
    Object.assign(last, { digits: `${last.digits}00`, end: token.end, form: 'hundreds', open });
  } else if (open > 0) {
    pieces.push({
      ...letters(token),
      digits: '100',
      isWritten: false,
      form: 'hundreds',
      languages: token.languages,
      open,
    });
  }
}
