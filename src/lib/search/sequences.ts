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

/** As much of the first and the last word counts, in UTF-16 code units. */
const END_LENGTH = 3;
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
  const words = [...wordsIn(term.text)].map(([word]) => word);
  const entries = new Set<number>();
  addSequences(entries, term.text, {
    from: isUndecided(words[0]) ? 1 : 0,
    to: isUndecided(words.at(-1)) ? words.length - 1 : words.length,
  });
  return Array.from(entries, indexWord);
}

/** True for a word at the end of a term that can be a part of a longer one, and is too short to tell its end or beginning. */
const isUndecided = (word: string | undefined) =>
  word !== undefined && word.length < END_LENGTH && !isSpacelessWord(word);

/** @param part indexes of the words that count; default: all. */
function addSequences(
  entries: Set<number>,
  normalized: string,
  part = { from: 0, to: Number.POSITIVE_INFINITY },
): void {
  let index = 0;
  /** Hashes of the words before. */
  let [end, endBefore, middle] = [0, 0, 0];
  for (const [word] of wordsIn(normalized)) {
    const position = index++ - part.from;
    if (position < 0) continue;
    if (index > part.to) return;
    const start = hash(word, 0, Math.min(END_LENGTH, word.length));
    if (position > 0) entries.add(entryOf(end, 0, start));
    if (position > 1) entries.add(entryOf(endBefore, middle, start));
    endBefore = end;
    end = hash(word, Math.max(0, word.length - END_LENGTH), word.length);
    middle = hash(word, 0, word.length);
  }
}

/** FNV-1a of the UTF-16 code units of a part of a text. */
function hash(text: string, from: number, to: number): number {
  let value = 0x811c9dc5;
  for (let index = from; index < to; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value;
}

/** @param middle 0 in a sequence of two words. */
function entryOf(end: number, middle: number, start: number): number {
  let mixed = Math.imul(end ^ Math.imul(middle, 0x9e3779b1), 0x85ebca6b) ^ start;
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 13)) >>> 0) % ENTRIES;
}

function indexWord(entry: number): string {
  let word = '';
  for (let rest = entry; word.length < LENGTH; rest = Math.floor(rest / LETTERS.length)) {
    word = `${LETTERS[rest % LETTERS.length]}${word}`;
  }
  return `${MARK}${word}`;
}
