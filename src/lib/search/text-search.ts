import { memoize } from '../concurrency/lazy.ts';
import { withoutCallingCode } from '../phone/calling-codes.ts';
import { cleanText, isAscii } from '../text/text.ts';
import { indexOfTerm, type QueryTerm, textTerm } from './query-term.ts';
import { writeOut } from './spellings.ts';

/**
 * Marks that people leave out: accents, Hebrew points, Arabic vowels, hamza, nukta; and invisible characters: joiners, soft
 * hyphens, directions, variants, fillers. Indic vowel signs are letters.
 */
const LEFT_OUT =
  /[\u180b-\u180d\ufe00-\ufe0f\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u0591-\u05bd\u05bf\u05c1-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u093c\u09bc\u00ad\u061c\u115f\u1160\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;

/** Letters that Unicode does not decompose, and their usual plain writing; also variants of one Arabic letter. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  ĸ: 'k',
  ə: 'e',
  ς: 'σ',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
};
const SPECIAL_LETTERS = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/** Digits of other scripts, such as Arabic ones: in each script they follow its zero. */
const OTHER_DIGITS = /(?!\d)\p{Nd}/gu;
const ZERO = /\p{Nd}/u;

function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) as number;
  let first = code;
  while (code - first < 9 && ZERO.test(String.fromCodePoint(first - 1))) first--;
  return `${(code - first) % 10}`;
}

/**
 * Removes diacritics, case and invisible characters, so that `muller` finds `Müller`, and writes the letters and digits of a kind in one way
 * (Unicode NFKD and case folding).
 */
export function foldText(text: string): string {
  // Most text is ASCII, and normalization takes ten times as long.
  if (isAscii(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(LEFT_OUT, '')
    .replace(SPECIAL_LETTERS, (letter) => LETTERS[letter] as string)
    .replace(OTHER_DIGITS, asciiDigit)
    .normalize('NFC');
}

/**
 * An apostrophe in a name, in any writing: `O'Connell`, `O’Connell`, `Oʻzbek`. Here and below the letter before it is compared
 * last, because it would be compared at every character.
 */
const APOSTROPHES = /['’‘‛`´ʹʻʼʽʾʿˈ′׳·](?<=\p{L}.)(?=\p{L})/gu;
const HYPHENS = /[-‐‑‒–—―−־](?<=\p{L}.)(?=\p{L})/gu;

/**
 * Returns the form in which all searches compare texts: folded, without apostrophes in words, and with a space for a
 * hyphen between letters.
 */
export function normalizeText(text: string): string {
  return foldWords(text).replace(HYPHENS, ' ');
}

/** Returns a folded text in which hyphenated words are written as one; undefined without any. */
export function hyphenatedAsOneWord(text: string): string | undefined {
  const folded = foldWords(text);
  const joined = folded.replace(HYPHENS, '');
  return joined.length === folded.length ? undefined : joined;
}

const foldWords = (text: string) => foldText(text).replace(APOSTROPHES, '');

/** Returns a name as it is compared with another: normalized, with single spaces. */
export const normalizeName = (name: string): string => normalizeText(name).replace(/\s+/g, ' ').trim();

/** As many digits find a longer number that ends with them, as in the last four of a telephone number. */
const MIN_ENDING_DIGITS = 4;
/** As many digits, in a query with other words too, are one number that was written with spaces. */
const MIN_SPACED_DIGITS = 7;
const SEPARATORS = '[^\\d\\p{L}\\n]{0,4}';

function numberTerm(digits: string): QueryTerm {
  const start = digits.length < MIN_ENDING_DIGITS ? '(?<!\\d)' : '';
  return { kind: 'number', digits, pattern: new RegExp(`${start}${[...digits].join(SEPARATORS)}(?!\\d)`, 'u') };
}

/** Digits with the separators of telephone numbers and dates. */
const NUMBER = /^[\s()+./‐‑‒–—−-]*\d[\d\s()+./‐‑‒–—−-]*$/;

/** True for a text that is nothing but one number, in digits. */
export const isNumber = (text: string): boolean => NUMBER.test(foldText(cleanText(text)));

/** Returns the terms of a query: words, "quoted phrases" and numbers, without surrounding punctuation. */
export function parseQuery(query: string): QueryTerm[] {
  const cleaned = cleanText(query);
  const folded = foldText(cleaned);
  if (isLongNumber(folded, MIN_ENDING_DIGITS)) return [numberTerm(searchedDigits(folded))];
  // Umlauts are written out before they are folded. Both texts have the same parts.
  const writtenOut = partsOf(foldText(writeOut(cleaned)));
  return partsOf(folded).flatMap((part, index): QueryTerm[] => {
    const inner = part.replaceAll('"', '');
    const isPhrase = inner !== part;
    if (isLongNumber(inner, isPhrase ? MIN_ENDING_DIGITS : MIN_SPACED_DIGITS))
      return [numberTerm(searchedDigits(inner))];
    const text = termText(part);
    if (text === '') return [];
    return [/^\d+$/.test(text) ? numberTerm(text) : textTerm(text, termText(writtenOut[index] ?? part))];
  });
}

/** Returns the phrases and the other parts of a folded query. */
function partsOf(folded: string): string[] {
  const spaced = folded.replace(/(?<!\S)[+(]?\d[\d()]*(?:[\s-]+[\d()]+)+(?!\S)/g, (numbers) =>
    countDigits(numbers) >= MIN_SPACED_DIGITS ? searchedDigits(numbers) : numbers,
  );
  return spaced.match(/"[^"]+"|[^\s"]+/g) ?? [];
}

const termText = (part: string) =>
  normalizeText(part)
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$/gu, '')
    .replace(/\s+/g, ' ');

/** True for nothing but one number with so many digits. */
const isLongNumber = (text: string, min: number) => NUMBER.test(text) && countDigits(text) >= min;

/** A date. Other long numbers with a leading zero are telephone numbers. */
const DATE = /^\s*\d{1,2}[./-]\d{1,2}[./-](?:\d\d){1,2}\s*$/;
/** As many digits after `+` or 00 are an international telephone number. */
const MIN_INTERNATIONAL_DIGITS = 9;

/**
 * Returns the digits with which every writing of a number ends: those of `+49 (0)171 1234567`, `0049 171 1234567` and
 * `0171 1234567` are 1711234567.
 */
function searchedDigits(written: string): string {
  const digits = onlyDigits(written);
  if (digits.length < MIN_SPACED_DIGITS || DATE.test(written)) return digits;
  const [, prefix] = /^[\s(]*(\+|00)/.exec(written) ?? [];
  const international = onlyDigits(written.replace('(0)', '')).slice(prefix === '00' ? 2 : 0);
  if (prefix && international.length >= MIN_INTERNATIONAL_DIGITS) return withoutCallingCode(international);
  return digits.replace(/^0/, '');
}

const onlyDigits = (text: string) => text.replace(/\D/g, '');
const countDigits = (text: string) => onlyDigits(text).length;

/** Characters of a record that are searched. */
const MAX_SEARCHED = 100_000;

/** Joins texts that are searched together: no word, phrase or number is in two of them, because none has the character. */
export const joinTexts = (texts: readonly string[]): string => texts.join('\n\0\n');

/** Returns the texts of a record as one, as far as it is searched. */
export const searchedText = (texts: readonly string[]): string => joinTexts(texts).slice(0, MAX_SEARCHED);

/**
 * Returns a predicate that is true if every term of a query occurs in the texts together, or in one of the others, each of
 * which is searched by itself.
 * @param spokenNumbers returns the numbers that a text spells out, as digits.
 */
export function createMatcher(
  query: string,
  spokenNumbers?: (text: string) => readonly string[],
): (texts: readonly string[], others?: readonly string[]) => boolean {
  const terms = parseQuery(query);
  return (texts, others = []) => {
    if (terms.length === 0) return false;
    const parts = [searchedText(texts), ...others].map((text) => createTermTest(text, spokenNumbers));
    return terms.every((term) => parts.some((occurs) => occurs(term)));
  };
}

/** Returns a predicate that is true for terms that occur in a text. The text is normalized when it is first needed. */
export function createTermTest(
  text: string,
  spokenNumbers?: (text: string) => readonly string[],
): (term: QueryTerm) => boolean {
  const [folded, writtenOut] = [memoize(() => foldWords(text)), memoize(() => foldWords(writeOut(text)))];
  const [apart, joined] = [' ', ''].map((hyphen) => ({
    normalized: memoize(() => folded().replace(HYPHENS, hyphen)),
    writtenOut: memoize(() => writtenOut().replace(HYPHENS, hyphen)),
  })) as [ComparedText, ComparedText];
  const spoken = memoize(() => spokenNumbers?.(text) ?? []);
  return (term) => {
    if (indexOfTerm(apart.normalized(), term, apart.writtenOut) >= 0) return true;
    if (term.kind === 'number') return spoken().some((digits) => term.pattern.test(digits));
    // A hyphenated name is also written as one word.
    return indexOfTerm(joined.normalized(), term, joined.writtenOut) >= 0;
  };
}

interface ComparedText {
  normalized(): string;
  writtenOut(): string;
}

/** Returns every string in a value, at any depth. */
export function stringsIn(value: unknown): string[] {
  const found: string[] = [];
  collect(value, found);
  return found;
}

function collect(value: unknown, found: string[]): void {
  if (typeof value === 'string') found.push(value);
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) collect(part, found);
}
