import { foldedSpellings, type QueryTerm } from './query-term.ts';
import { zipSpellings } from './spellings.ts';
import { hyphenatedWords } from './terms.ts';
import { hyphenatedAsOneWord, normalizeText } from './text-search.ts';
import { ANY_WORD, isSpacelessWord, wordsIn } from './words.ts';

/**
 * Sequences of two and three neighbouring words, as an index has them: a phrase of frequent words is in few texts, and almost
 * every text has its words. What `createTermFinder` finds in a text has the sequences of its term.
 *
 * A sequence is known by the end of its first word, the whole word in the middle and the beginning of its last word, because
 * the first and the last word of a phrase can be parts of words. An index has a fixed number of entries for all sequences, so
 * that some share one: each takes less space than its words, and a text that is selected in vain is compared.
 */

/**
 * The sequences that an index has. `few` takes half the space, and has enough of them for almost all phrases:
 * - a pair of words has one entry, with more of its second word. `all` has a second entry, with more of the first word, so that a pair
 *   is also narrowed if its second word has two letters ("follow up");
 * - three words have an entry if the one in the middle has up to three letters. A longer one is rarer, and its pairs narrow enough.
 */
export type SequenceSet = 'all' | 'few';

/**
 * As much of the first and the last word counts, in UTF-16 code units. Many words at the ends of phrases are no longer, and a pair
 * has entries with more of the one word and with more of the other.
 */
const SHORT = 2;
const LONG = 3;
/** Letters of the middle word of three in a set of few sequences. */
const MAX_MIDDLE = 3;
/** A text with more sequences is not indexed by them: the longest calls have some thousands. */
const MAX_SEQUENCES = 40_000;

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** Letters of an entry. */
const LENGTH = 4;
export const SEQUENCES = LETTERS.length ** LENGTH;
/** Before the letters of an entry. Digits after it are the ending of a number. */
const MARK = '#';
const SEQUENCE_WORD = /^#[a-z]{4}$/;

/** Returns the distinct index words of the sequences in a record's texts. Each text is searched on its own. */
export function sequenceWords(texts: Iterable<string>, set: SequenceSet): string[] {
  const entries = new Set<number>();
  for (const text of texts) {
    addSequences(entries, wordsOfRecord(normalizeText(text)), set);
    for (const [word] of hyphenatedWords(text))
      addSequences(entries, wordsOfRecord(hyphenatedAsOneWord(word) ?? ''), set);
    if (entries.size > MAX_SEQUENCES) return [ANY_WORD];
  }
  return Array.from(entries, indexWord);
}

/** Returns the index words of sequences that every text with a term has; none for a single word or a number. */
export function sequencesOf(term: QueryTerm, set: SequenceSet): string[] {
  if (term.kind === 'number') return [];
  const entries = new Set<number>();
  addSequences(entries, wordsOfTerm(term.text, foldedSpellings(term)), set);
  return Array.from(entries, indexWord);
}

/** Returns the number of a sequence from 0 to `SEQUENCES - 1`, by its index word; undefined for any other word. */
export function sequenceNumber(word: string): number | undefined {
  if (!SEQUENCE_WORD.test(word)) return undefined;
  let number = 0;
  for (let index = 1; index <= LENGTH; index++) number = number * LETTERS.length + LETTERS.indexOf(word.charAt(index));
  return number;
}

interface Word {
  text: string;
  /** As many code units at its start and at its end are certain. */
  startsWith: number;
  endsWith: number;
  /** Whether it has one spelling. */
  isOne: boolean;
}

function addSequences(entries: Set<number>, words: Iterable<Word>, set: SequenceSet): void {
  let [first, middle]: (Word | undefined)[] = [];
  for (const last of words) {
    if (middle) {
      if (set === 'all') addEntry(entries, endOf(middle, LONG), 0, startOf(last, SHORT));
      addEntry(entries, endOf(middle, SHORT), 1, startOf(last, LONG));
    }
    if (first && middle?.isOne && (set === 'all' || isShort(middle)))
      addEntry(entries, endOf(first, SHORT), hash(middle.text), startOf(last, SHORT));
    first = middle;
    middle = last;
  }
}

const ALL = Number.POSITIVE_INFINITY;

function* wordsOfRecord(normalized: string): Generator<Word, void> {
  for (const [text] of wordsIn(normalized)) yield { text, startsWith: ALL, endsWith: ALL, isOne: true };
}

/** The first and the last word can be parts of longer ones, and a text can have any of the spellings of each. */
function wordsOfTerm(term: string, spellings: readonly string[]): Word[] {
  const spelled = zipSpellings(spellings.map((one) => Array.from(wordsIn(one), ([word]) => word)));
  return Array.from(wordsIn(term), ({ 0: text, index }, position): Word => {
    const isAtEnd = index === 0 || index + text.length === term.length;
    const most = isAtEnd && !isSpacelessWord(text) ? text.length : ALL;
    const others = spelled[position]?.filter((one) => one !== text) ?? [];
    return {
      text,
      startsWith: Math.min(most, ...others.map((other) => commonStart(text, other))),
      endsWith: Math.min(most, ...others.map((other) => commonStart(reversed(text), reversed(other)))),
      isOne: others.length === 0,
    };
  });
}

function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one.charCodeAt(length) === other.charCodeAt(length)) length++;
  return length;
}

const reversed = (text: string) => text.split('').reverse().join('');

/** A character of a script without spaces says as much as a longer word. */
const isShort = ({ text }: Word) => text.length <= MAX_MIDDLE && !isSpacelessWord(text);

/** Return undefined if less of the word is certain. */
const endOf = ({ text, endsWith }: Word, length: number) =>
  endsWith < length ? undefined : hash(text, Math.max(0, text.length - length));
const startOf = ({ text, startsWith }: Word, length: number) =>
  startsWith < length ? undefined : hash(text, 0, length);

/** FNV-1a of the UTF-16 code units of a part of a text. */
function hash(text: string, from = 0, to = text.length): number {
  let value = 0x811c9dc5;
  const end = Math.min(to, text.length);
  for (let index = from; index < end; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value;
}

function addEntry(entries: Set<number>, end: number | undefined, middle: number, start: number | undefined): void {
  if (end === undefined || start === undefined) return;
  let mixed = Math.imul(end ^ Math.imul(middle, 0x9e3779b1), 0x85ebca6b) ^ start;
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35);
  entries.add(((mixed ^ (mixed >>> 13)) >>> 0) % SEQUENCES);
}

function indexWord(entry: number): string {
  let word = '';
  for (let rest = entry; word.length < LENGTH; rest = Math.floor(rest / LETTERS.length)) {
    word = `${LETTERS[rest % LETTERS.length]}${word}`;
  }
  return `${MARK}${word}`;
}
