import { FILLERS, REPEATS, spokenDigits, withoutAccents } from './words.ts';

/** A range of a text, by its indices; `end` is exclusive. */
export interface TextRange {
  start: number;
  end: number;
}

/** A part of a text that may belong to a number. */
export type Token = TextRange &
  /** `isTens`: a spoken ten that a unit may follow. */
  (
    | { kind: 'digits'; digits: string; isWritten: boolean; isTens: boolean }
    /** Repeats the next digit: `double`. */
    | { kind: 'repeat'; times: number }
    /** `hundred`, which reads `eight hundred` as 800. */
    | { kind: 'hundred' }
    | { kind: 'filler'; word: string }
    /** Ends a number. */
    | { kind: 'break' }
  );

/**
 * Text with digits that is never masked: dates, times, prices, ZIP+4 codes, identifiers, IP addresses and URLs, and masks
 * of an earlier pass.
 */
const SAFE = new RegExp(
  [
    '\\b\\d{4}-\\d{2}-\\d{2}(?:[T ]\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?(?:Z|[+-]\\d{2}:?\\d{2})?)?',
    '(?<!\\d[/.])\\b\\d{1,2}([/.-])\\d{1,2}\\1(?:\\d{4}|(?<!-)\\d{2})(?![/.]?\\d)',
    '(?<![\\d.])(?:\\d{1,3}\\.){3}\\d{1,3}(?!\\.?\\d)',
    '\\b\\d{1,2}:\\d{2}(?::\\d{2})?(?!\\d)',
    '[$€£¥]\\s?\\d[\\d.,]{0,20}',
    '\\b\\d[\\d.,]{0,20}\\s?(?:[$€£¥%]|(?:dollars?|bucks|cents?|euros?|pounds|usd|eur|gbp)\\b)',
    '(?<![\\d-])\\d{5}-\\d{4}(?![\\d-])',
    '\\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\\b',
    '\\b[a-z]+_\\w+',
    'https?://\\S+',
    '(?<!\\d{2})…\\d{4}(?![\\d…])',
  ].join('|'),
  'giu',
);

const WORD = /(\+?\p{Nd}+)|\[[\p{L} ]{1,20}\]|\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*/gu;

/** Splits a text into the parts that a number can consist of, in order. All else is a `break`. */
export function tokenize(text: string): Token[] {
  const safeRanges = Array.from(text.matchAll(SAFE), rangeOf);
  const tokens: Token[] = [];
  let next = 0;
  for (const match of text.matchAll(WORD)) {
    const range = rangeOf(match);
    while (next < safeRanges.length && (safeRanges[next] as TextRange).end <= range.start) next++;
    const isSafe = next < safeRanges.length && (safeRanges[next] as TextRange).start < range.end;
    if (isSafe) tokens.push({ ...range, kind: 'break' });
    else tokens.push(match[1] ? digitToken(text, range, match[1]) : wordToken(match[0], range));
  }
  return tokens;
}

function rangeOf(match: RegExpExecArray): TextRange {
  return { start: match.index, end: match.index + match[0].length };
}

/** Digits next to letters belong to a name or an amount: `A2`, `BD-2207`, `600mg`. */
function digitToken(text: string, range: TextRange, digits: string): Token {
  const before = text.slice(Math.max(0, range.start - 2), range.start);
  const isNextToLetter = /[\p{L}_]$|\p{L}-$/u.test(before) || /^[\p{L}_]/u.test(text.slice(range.end, range.end + 1));
  if (isNextToLetter) return { ...range, kind: 'break' };
  return { ...range, kind: 'digits', digits: asciiDigits(digits), isWritten: true, isTens: false };
}

/** Code points of zero in other scripts that people type: Arabic, Persian, Indic, Thai, full-width. */
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

function wordToken(text: string, range: TextRange): Token {
  if (text.startsWith('[')) return { ...range, kind: 'filler', word: '' };
  const spoken = spokenDigits(text);
  if (spoken) {
    return { ...range, kind: 'digits', digits: spoken.digits, isWritten: false, isTens: spoken.kind === 'tens' };
  }
  const normalized = withoutAccents(text).replaceAll(/['’-]/g, '');
  const times = Object.hasOwn(REPEATS, normalized) ? REPEATS[normalized] : undefined;
  if (times !== undefined) return { ...range, kind: 'repeat', times };
  if (normalized === 'hundred') return { ...range, kind: 'hundred' };
  return FILLERS.has(normalized) ? { ...range, kind: 'filler', word: normalized } : { ...range, kind: 'break' };
}
