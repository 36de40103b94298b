import { isAscii } from '../text/text.ts';
import { spokenNumbers } from './terms.ts';
import { hyphenatedAsOneWord, normalizeText } from './text-search.ts';

/**
 * The words of texts, as an index has them: it narrows a search to the records that can match, and `createTermFinder` or
 * `createQueryMatcher` decides. What these find in a text, the index query of `wordPatterns` finds among its words.
 */

/** The mark of a text whose words are not all indexed: every query selects it. */
export const ANY_WORD = '*';
/** Before the words of a text that is searched by itself, and indexed with another one of its record. */
const LISTED = '*';
export const listedWord = (word: string): string => `${LISTED}${word}`;
export const withoutMark = (word: string): string => (word.startsWith(LISTED) ? word.slice(LISTED.length) : word);

/** Longer ids are indexed by their beginnings. */
const MAX_ID_LENGTH = 64;

/** Returns the word of a record with an id: one of its own, or that of another record to which it belongs. */
export const idWord = (id: string): string =>
  `=*${id.slice(0, MAX_ID_LENGTH).toLowerCase().replace(NEITHER_LETTER_NOR_DIGIT, '=')}`;

/** Longer sequences of letters and digits are no words, and infixes of them are many. In UTF-16 code units. */
export const MAX_WORD_LENGTH = 32;
/** A text with more distinct words is not indexed by them: it has no language. */
const MAX_WORDS = 20_000;
/** Longer numbers are indexed by their first and last digits. */
export const MAX_DIGITS = 6;
/** Scripts without spaces between words: each of their characters is a word. */
const SPACELESS =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}';
const LETTERS_AND_DIGITS = '\\p{L}\\p{M}\\p{N}';

const NEITHER_LETTER_NOR_DIGIT = new RegExp(`[^${LETTERS_AND_DIGITS}]`, 'gu');

const ASCII_WORDS = /[a-z0-9]+/g;
const WORDS = new RegExp(
  `(?=[${LETTERS_AND_DIGITS}])[${SPACELESS}]|(?:(?![${SPACELESS}])[${LETTERS_AND_DIGITS}])+`,
  'gu',
);
export const isSpacelessWord = (word: string) => SPACELESS_WORD.test(word);
const SPACELESS_WORD = new RegExp(`^(?=[${LETTERS_AND_DIGITS}])[${SPACELESS}]$`, 'u');

/** Returns the words of a normalized text with their positions: sequences of letters and digits. */
export const wordsIn = (normalized: string): IterableIterator<RegExpExecArray> =>
  normalized.matchAll(isAscii(normalized) ? ASCII_WORDS : WORDS);

/** Returns the distinct words of a record's texts. Each text is searched on its own. */
export function indexWords(texts: Iterable<string>): string[] {
  const words = new Set<string>();
  for (const text of texts) {
    const normalized = normalizeText(text).replace(/[^\S\n]+/g, ' ');
    addWords(words, normalized);
    const joined = hyphenatedAsOneWord(text);
    if (joined !== undefined) addWords(words, joined);
    addNumbers(words, normalized);
    for (const digits of spokenNumbers(text)) addNumbers(words, digits);
    if (words.size > MAX_WORDS) return [ANY_WORD];
  }
  return [...words];
}

function addWords(words: Set<string>, normalized: string): void {
  for (const [word] of wordsIn(normalized)) {
    if (isNumber(word) && word.length > MAX_DIGITS) {
      words.add(word.slice(0, MAX_DIGITS));
      words.add(word.slice(-MAX_DIGITS));
    } else words.add(word.length > MAX_WORD_LENGTH ? ANY_WORD : word);
  }
}

export const isNumber = (word: string) => /^\d+$/.test(word);

/** Digits that a search can end with, the fewest first. */
const LONGEST_ENDING = 7;
const ENDINGS = [4, LONGEST_ENDING] as const;
/** Fewer digits are searched as a whole number. */
const MIN_ENDING = 4;
/** Characters that can stand between the digits of a number. */
const SEPARATORS = /^[^\d\p{L}\n]{0,4}$/u;

/**
 * Adds the endings of all numbers, which can be written in several groups: `303-555-0150` ends with 0150. A short number
 * consists of whole groups.
 */
function addNumbers(words: Set<string>, normalized: string): void {
  /** The groups of the present number. */
  let groups: string[] = [];
  let end = 0;
  for (const { 0: group, index } of normalized.matchAll(/\d+/g)) {
    if (!SEPARATORS.test(normalized.slice(end, index))) groups = [];
    end = index + group.length;
    // More digits than these are not read again.
    groups.push(group.slice(-LONGEST_ENDING));
    if (groups.length > LONGEST_ENDING) groups.shift();
    const digits = groups.join('');
    for (const length of ENDINGS) if (digits.length >= length) words.add(endingWord(digits.slice(-length)));
    let whole = '';
    for (let at = groups.length - 1; at >= 0 && whole.length + (groups[at] as string).length < MIN_ENDING; at--) {
      whole = groups[at] + whole;
      words.add(wholeWord(whole));
    }
  }
}

const endingWord = (digits: string) => `#${digits}`;
const wholeWord = (digits: string) => `=${digits}`;

/** Returns the word that every text with a number has. */
export function numberWord(digits: string): string {
  if (digits.length < MIN_ENDING) return wholeWord(digits);
  return endingWord(digits.slice(-(ENDINGS.findLast((length) => digits.length >= length) as number)));
}
