import { FILLERS, plain, REPEATS, spokenDigits } from './words.ts';

/** A stretch of a text, by its indices. */
export interface TextRange {
  start: number;
  end: number;
}

/** A part of a text that may belong to a number. */
export type Token = TextRange &
  (
    | { kind: 'digits'; digits: string; written: boolean; ten: boolean }
    /** Multiplies what follows: `double`. */
    | { kind: 'repeat'; times: number }
    /** `hundred`, which reads `eight hundred` as 800. */
    | { kind: 'hundred' }
    | { kind: 'filler'; word: string }
    /** Whatever ends a number. */
    | { kind: 'break' }
  );

/**
 * What is made of digits and is no number to mask: dates, times, prices, zip codes with four more digits, identifiers,
 * addresses of the net, and what an earlier pass has masked.
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

/** The parts of a text that numbers are made of, in order; what cannot belong to one is a `break`. */
export function tokenize(text: string): Token[] {
  const safe = Array.from(text.matchAll(SAFE), (match) => ({ start: match.index, end: match.index + match[0].length }));
  const tokens: Token[] = [];
  let next = 0;
  for (const match of text.matchAll(WORD)) {
    const span = { start: match.index, end: match.index + match[0].length };
    while (next < safe.length && (safe[next] as TextRange).end <= span.start) next++;
    const within = next < safe.length && (safe[next] as TextRange).start < span.end;
    tokens.push(within ? { ...span, kind: 'break' } : match[1] ? written(text, span, match[1]) : word(match[0], span));
  }
  return tokens;
}

/** Digits that stick to letters belong to a name or an amount: `A2`, `BD-2207`, `600mg`. */
function written(text: string, span: TextRange, digits: string): Token {
  const before = text.slice(Math.max(0, span.start - 2), span.start);
  const stuck = /[\p{L}_]$|\p{L}-$/u.test(before) || /^[\p{L}_]/u.test(text.slice(span.end, span.end + 1));
  if (stuck) return { ...span, kind: 'break' };
  return { ...span, kind: 'digits', digits: asciiDigits(digits), written: true, ten: false };
}

/** First code points of the decimal digits that people type besides ASCII's: Arabic, Persian, Indic, Thai, full-width. */
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

function word(text: string, span: TextRange): Token {
  if (text.startsWith('[')) return { ...span, kind: 'filler', word: '' };
  const spoken = spokenDigits(text);
  if (spoken) return { ...span, kind: 'digits', digits: spoken.digits, written: false, ten: spoken.kind === 'tens' };
  const bare = plain(text).replaceAll(/['’-]/g, '');
  const times = Object.hasOwn(REPEATS, bare) ? REPEATS[bare] : undefined;
  if (times !== undefined) return { ...span, kind: 'repeat', times };
  if (bare === 'hundred') return { ...span, kind: 'hundred' };
  return FILLERS.has(bare) ? { ...span, kind: 'filler', word: bare } : { ...span, kind: 'break' };
}
