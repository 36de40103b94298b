import { createHash } from 'node:crypto';
import type { SpokenPromise } from '../../lib/promises/promises.ts';
import type { PromiseMarkRow } from '../store/schema/schema-promises.ts';

/** Returns what identifies a promise among those of its kind in the call, whatever else rules find there: `words_json`. */
export const wordsJson = (promise: SpokenPromise): string => JSON.stringify(digestsOf(promise));

/** For marks whose promise was not found when they got their words: no promise has these. */
export const NO_WORDS = '[]';

/** Returns the mark of a promise. If rules make one promise of several, one of which is marked as open, it is open. */
export function markOf(
  promise: SpokenPromise,
  ofKind: readonly SpokenPromise[],
  marks: readonly PromiseMarkRow[],
): PromiseMarkRow | undefined {
  const own = marks.filter((mark) => markedPromise(mark, ofKind) === promise);
  return own.find(({ status }) => status === 'open') ?? own[0];
}

/**
 * Returns the promise that is marked: that with the first words that are still found. Undefined if rules find it no more, rather
 * than another one, which was not marked.
 * @param ofKind all promises of its kind in the call.
 */
export function markedPromise(
  { number, words_json }: Pick<PromiseMarkRow, 'number' | 'words_json'>,
  ofKind: readonly SpokenPromise[],
): SpokenPromise | undefined {
  if (words_json === null) return ofKind.find((promise) => promise.number === number);
  const digests = JSON.parse(words_json) as string[];
  for (const digest of digests) {
    const found = ofKind.find((promise) => digestsOf(promise).includes(digest));
    if (found) return found;
  }
  // The outcome of the call names no words: it is that of the only promise.
  const [only, another] = ofKind;
  const isOfOutcome = digests[0] === OUTCOME || (only?.words.length === 0 && digests.length > 0);
  return isOfOutcome && !another ? only : undefined;
}

/**
 * Returns the promise that a page shows to a user, also if rules count the promises of the call otherwise since it was read.
 * Undefined if no promise has its sentence.
 * @param sentence as it is shown: `…` at its end is for the rest. null: only the outcome of the call tells of the promise.
 */
export function shownPromise(
  { number, sentence }: { number: number; sentence: string | null },
  ofKind: readonly SpokenPromise[],
): SpokenPromise | undefined {
  if (sentence === null) return ofKind.length === 1 ? ofKind[0] : undefined;
  const shown = wordsOf(sentence);
  const isCut = sentence.endsWith('…') && shown !== '';
  const isShown = (text: string) => (isCut ? wordsOf(text).startsWith(shown) : wordsOf(text) === shown);
  const found = ofKind.filter(({ readings }) => readings.some((reading) => isShown(reading.sentence)));
  return found.find((promise) => promise.number === number) ?? (found.length === 1 ? found[0] : undefined);
}

/** A promise of which only the outcome of the call tells. */
const OUTCOME = 'outcome';

const digestsOf = ({ words }: SpokenPromise): string[] =>
  words.length === 0 ? [OUTCOME] : [...new Set(words.map(digestOf))];

/** The text itself would be another copy of what was said. */
const digestOf = (text: string): string => createHash('sha256').update(wordsOf(text)).digest('base64url').slice(0, 16);

/** Punctuation and spaces are left out: transcripts are corrected. */
const wordsOf = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
