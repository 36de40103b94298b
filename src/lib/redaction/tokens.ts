import { foldText } from '../search/text-search.ts';
import { isAscii } from '../text/text.ts';
import { isContextWord, isUnit } from './context.ts';
import { wordsOf } from './languages/index.ts';
import { findMask } from './masks.ts';
import type { TextRange } from './replacement.ts';
import { safeRanges } from './safe.ts';
import { type Form, hundredLanguages, repeatsOf, type Spoken, spokenNumber } from './words.ts';

export interface DigitsToken extends TextRange {
  kind: 'digits';
  digits: string;
  isWritten: boolean;
  /** Undefined if written. */
  form: Form | undefined;
  languages: number;
  /** True if the word is a digit only next to another number word of its language. */
  isAmbiguous: boolean;
  /** True for written digits next to letters, as in `A2`: they belong to a code, a name or an amount. */
  isGlued: boolean;
}

/** A part of a text that may belong to a number. */
export type Token =
  | DigitsToken
  | (TextRange &
      /** A single letter, a letter's name, or capital letters next to digits. */
      (
        | { kind: 'letters' }
        /** Repeats the next digit: `double`. */
        | { kind: 'repeat'; times: number }
        /** `hundred`, which reads `eight hundred` as 800. */
        | { kind: 'hundred'; languages: number }
        | { kind: 'filler'; word: string }
        /** Ends a number. */
        | { kind: 'break' }
      ));

const FILLERS = new Set(wordsOf('fillers'));
const LETTER_NAMES = new Set(wordsOf('letters').filter((word) => word.length > 1));
const WORD = /(\+?\p{Nd}+)|\[[\p{L} -]{1,30}\]|\p{L}[\p{L}\p{M}]*(?:['’]\p{L}[\p{L}\p{M}]*)*/gu;

/** Splits a text into the parts that a number can consist of, in order. All else is a `break`. */
export function tokenize(text: string): Token[] {
  const safe = safeRanges(text);
  const known = new Map<string, Meaning>();
  const tokens: Token[] = [];
  let next = 0;
  for (const { index: start, 0: word, 1: digits } of text.matchAll(WORD)) {
    const end = start + word.length;
    while (next < safe.length && (safe[next] as TextRange).end <= start) next++;
    const isSafe = next < safe.length && (safe[next] as TextRange).start < end;
    if (isSafe) tokens.push({ start, end, kind: 'break' });
    else if (digits !== undefined) tokens.push(digitToken(text, start, end, digits));
    else {
      // Most words of a text are repeated.
      const meaning = known.get(word) ?? meaningOf(word);
      known.set(word, meaning);
      tokens.push(wordToken(text, word, meaning, start, end));
    }
  }
  resolveAmbiguous(tokens);
  return tokens;
}

const ASCII_WORD = /[a-z]+(?:'[a-z]+)*/g;

/** Returns false for texts in which no number is spelled out, as in most: that takes less time than their tokens. */
export function mayHaveSpokenNumber(text: string): boolean {
  // Most text is ASCII, in which words are found in a fraction of the time.
  if (isAscii(text)) {
    for (const [word] of text.toLowerCase().matchAll(ASCII_WORD)) {
      const plain = word.includes("'") ? word.replaceAll("'", '') : word;
      if (spokenNumber(plain) !== undefined || hundredLanguages(plain) !== undefined) return true;
    }
    return false;
  }
  for (const { 0: word, 1: digits } of text.matchAll(WORD)) {
    if (digits !== undefined) continue;
    const { kind } = meaningOf(word);
    if (kind === 'digits' || kind === 'hundred') return true;
  }
  return false;
}

function digitToken(text: string, start: number, end: number, written: string): Token {
  const digits = /^\d+$/.test(written) ? written : asciiDigits(written);
  const isGlued = isGluedBefore(text, start, digits) || isGluedAfter(text, end, digits);
  return {
    start,
    end,
    kind: 'digits',
    digits,
    isWritten: true,
    form: undefined,
    languages: 0,
    isAmbiguous: false,
    isGlued,
  };
}

/** A number glued to a word is read if the word announces it, or if the number is as long as a telephone number. */
const MIN_GLUED_DIGITS = 7;
const LETTERS_BEFORE = /(?<!\p{L})(?<code>\p{N})?(?<word>\p{L}{1,20})$/u;
const LETTERS_AFTER = /^\p{L}{1,20}/u;

function isGluedBefore(text: string, start: number, digits: string): boolean {
  const hasSign = text[start - 1] === '-' || text[start - 1] === '_';
  if (!isLetterAt(text, hasSign ? start - 2 : start - 1)) return false;
  const before = text.slice(Math.max(0, start - 21), hasSign ? start - 1 : start);
  const { code, word = '' } = LETTERS_BEFORE.exec(before)?.groups ?? {};
  const isLong = !hasSign && code === undefined && word.length >= 3 && digits.length >= MIN_GLUED_DIGITS;
  return !isLong && !isContextWord(word);
}

function isGluedAfter(text: string, end: number, digits: string): boolean {
  if (!isLetterAt(text, end)) return false;
  const word = LETTERS_AFTER.exec(text.slice(end, end + 20))?.[0] ?? '';
  return word.length < 3 || digits.length < 4 || isUnit(word);
}

function isLetterAt(text: string, index: number): boolean {
  const code = text.charCodeAt(index) | 0x20;
  if (code >= 0x61 && code <= 0x7a) return true;
  return code > 0x7f && /^\p{L}/u.test(text.slice(index, index + 2));
}

/** Code points of zero in other scripts that people type: Arabic, Persian, Indic, Thai. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xff10];
const MATHEMATICAL_ZERO = 0x1d7ce;

function asciiDigits(text: string): string {
  return text.replace(/\+|[^+\d]/gu, (char) => {
    const code = char.codePointAt(0) as number;
    if (char === '+') return '';
    if (code >= MATHEMATICAL_ZERO) return `${(code - MATHEMATICAL_ZERO) % 10}`;
    const zero = ZEROS.findLast((first) => first <= code && code < first + 10);
    return zero === undefined ? '0' : `${code - zero}`;
  });
}

/** What a word means wherever it stands. */
type Meaning =
  | { kind: 'digits'; number: Spoken }
  | { kind: 'repeat'; times: number }
  | { kind: 'hundred'; languages: number }
  | { kind: 'filler'; word: string }
  | { kind: 'letters' | 'capitals' | 'break' };

function meaningOf(word: string): Meaning {
  if (word.startsWith('[')) return findMask(word) === undefined ? { kind: 'filler', word: '' } : { kind: 'break' };
  const normalized = foldText(word).replaceAll(/['’]/g, '');
  const number = spokenNumber(normalized);
  if (number) return { kind: 'digits', number };
  const times = repeatsOf(normalized);
  if (times !== undefined) return { kind: 'repeat', times };
  const languages = hundredLanguages(normalized);
  if (languages !== undefined) return { kind: 'hundred', languages };
  if (FILLERS.has(normalized)) return { kind: 'filler', word: normalized };
  if (LETTER_NAMES.has(normalized)) return { kind: 'letters' };
  if (/^\p{L}$/u.test(word)) return { kind: 'capitals' };
  return { kind: /^\p{Lu}{2,6}$/u.test(word) && !isContextWord(word) ? 'capitals' : 'break' };
}

function wordToken(text: string, word: string, meaning: Meaning, start: number, end: number): Token {
  switch (meaning.kind) {
    case 'digits': {
      const { digits, form, languages, isAmbiguous } = meaning.number;
      return { start, end, kind: 'digits', digits, isWritten: false, form, languages, isAmbiguous, isGlued: false };
    }
    case 'repeat':
      return { start, end, kind: 'repeat', times: meaning.times };
    case 'hundred':
      return { start, end, kind: 'hundred', languages: meaning.languages };
    case 'filler':
      // A conjunction stands alone: directly before digits, `Y` is the first letter of a Spanish NIE.
      if (word.length === 1 && /^\p{N}/u.test(text.slice(end, end + 2))) return { start, end, kind: 'letters' };
      return { start, end, kind: 'filler', word: meaning.word };
    case 'capitals':
      return { start, end, kind: isPartOfCode(text, word, end) ? 'letters' : 'break' };
    default:
      return { start, end, kind: meaning.kind };
  }
}

/** True for a letter that is no abbreviation such as `n.º`, and for two letters, or capitals directly before digits. */
function isPartOfCode(text: string, word: string, end: number): boolean {
  if (word.length === 1) return !/^[.º°]/u.test(text.slice(end, end + 1));
  return word.length === 2 || /^[-\s]?\p{N}/u.test(text.slice(end, end + 2));
}

/** Decides for words such as `um` whether they are a digit, by the number words next to them. */
function resolveAmbiguous(tokens: Token[]): void {
  const visit = (from: number, step: 1 | -1) => {
    let neighbour: Token | undefined;
    for (let index = from; index >= 0 && index < tokens.length; index += step) {
      const token = tokens[index] as Token;
      // `E S` is the start of an IBAN, and `e` alone a conjunction.
      const isInCode = token.kind === 'filler' && token.word.length === 1 && isSingleLetter(neighbour);
      if (isInCode) tokens[index] = { start: token.start, end: token.end, kind: 'letters' };
      else if (token.kind === 'filler') continue;
      else if (token.kind === 'digits' && token.isAmbiguous && isNumberOf(neighbour, token.languages)) {
        token.isAmbiguous = false;
      }
      neighbour = tokens[index];
    }
  };
  visit(0, 1);
  visit(tokens.length - 1, -1);
  tokens.forEach((token, index) => {
    if (token.kind !== 'digits' || !token.isAmbiguous) return;
    const { start, end } = token;
    tokens[index] = end - start === 1 ? { start, end, kind: 'letters' } : { start, end, kind: 'filler', word: '' };
  });
}

const isSingleLetter = (token: Token | undefined) => token?.kind === 'letters' && token.end - token.start === 1;
const isNumberOf = (token: Token | undefined, languages: number) =>
  token?.kind === 'digits' && !token.isWritten && !token.isAmbiguous && (token.languages & languages) !== 0;
