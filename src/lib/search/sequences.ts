import { hyphenatedAsOneWord, normalizeText, type QueryTerm } from '../text-search.ts';
import { HYPHENATED } from './terms.ts';
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
 * As much of the first and the last word counts, in UTF-16 code units. Many words at the ends of phrases are no longer: of a pair
 * there are two entries, with more of the one word and with more of the other.
 */
const SHORT = 2;
const LONG = 3;
/** A text with more sequences is not indexed by them: the longest calls have some thousands. */
const MAX_SEQUENCES = 40_000;

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** Letters of an entry. */
const LENGTH = 4;
const ENTRIES = LETTERS.length ** LENGTH;
/** Before the letters of an entry. Digits after it are the ending of a number. */
const MARK = '#';

/** Returns the distinct index words of the sequences in a record's texts. Each text is searched on its own. */
export function sequenceWords(texts: Iterable<string>): string[] {
  const entries = new Set<number>();
  for (const text of texts) {
    addSequences(entries, normalizeText(text));
    for (const [word] of text.matchAll(HYPHENATED)) addSequences(entries, hyphenatedAsOneWord(word) ?? '');
    if (entries.size > MAX_SEQUENCES) return [ANY_WORD];
  }
  return Array.from(entries, indexWord);
}

/** Returns the index words of sequences that every text with a term has; none for a single word or a number. */
export function sequencesOf(term: QueryTerm): string[] {
  // Half a character can be a part of any word.
  if (term.kind === 'number' || !term.text.isWellFormed()) return [];
  const entries = new Set<number>();
  addSequences(entries, term.text, true);
  return Array.from(entries, indexWord);
}

interface Word {
  text: string;
  /** True if it can be a part of a longer word. */
  isPart: boolean;
}

/** @param hasParts whether the first and the last word can be parts of longer ones. */
function addSequences(entries: Set<number>, normalized: string, hasParts = false): void {
  let [first, middle]: (Word | undefined)[] = [];
  for (const { 0: text, index } of wordsIn(normalized)) {
    const isAtEnd = index === 0 || index + text.length === normalized.length;
    const last = { text, isPart: hasParts && isAtEnd && !isSpacelessWord(text) };
    if (middle) {
      addEntry(entries, endOf(middle, LONG), 0, startOf(last, SHORT));
      addEntry(entries, endOf(middle, SHORT), 1, startOf(last, LONG));
    }
    if (first && middle) addEntry(entries, endOf(first, SHORT), hash(middle.text), startOf(last, SHORT));
    first = middle;
    middle = last;
  }
}

/** Returns undefined if the word is shorter and can be a part of one with any end. */
const endOf = ({ text, isPart }: Word, length: number) =>
  isPart && text.length < length ? undefined : hash(text, Math.max(0, text.length - length));
const startOf = ({ text, isPart }: Word, length: number) =>
  isPart && text.length < length ? undefined : hash(text, 0, length);

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
  entries.add(((mixed ^ (mixed >>> 13)) >>> 0) % ENTRIES);
}

function indexWord(entry: number): string {
  let word = '';
  for (let rest = entry; word.length < LENGTH; rest = Math.floor(rest / LETTERS.length)) {
    word = `${LETTERS[rest % LETTERS.length]}${word}`;
  }
  return `${MARK}${word}`;
}
