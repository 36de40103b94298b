import { normalizeName } from '../../../../lib/search/text-search.ts';
import { editDistance } from '../../../../lib/text/edit-distance.ts';
import type { Named } from '../../../search/named.ts';
import { withoutPoliteness, withoutSmallWords } from '../small-words.ts';

/** Services in a question: more cannot be remembered. */
const MAX_NEAR = 3;
/** Services and words that are compared, and letters of each, because other calls wait meanwhile. */
const MAX_COMPARED = 500;
const MAX_WORDS = 8;
const MAX_LETTERS = 40;
/** Shorter words are near to too many others. */
const MIN_LETTERS = 4;

/**
 * Returns the services whose names differ least from what was said, as a mistake of speech recognition or another writing of a compound
 * does: Consultation for "consulation", Damenschnitt for "Damenhaarschnitt". Only for a question: a caller may mean another one.
 */
export function nearServices<T extends Named>(text: string, services: readonly T[]): readonly T[] {
  const said = wordsOf(withoutSmallWords(withoutPoliteness(text)));
  const near = services
    .slice(0, MAX_COMPARED)
    .map((service) => ({ service, distance: distanceOf(said, wordsOf(service.name)) }))
    .filter(({ distance }) => distance < Number.POSITIVE_INFINITY);
  const least = Math.min(...near.map(({ distance }) => distance));
  return near
    .filter(({ distance }) => distance === least)
    .map(({ service }) => service)
    .slice(0, MAX_NEAR);
}

const wordsOf = (text: string): string[] =>
  normalizeName(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, MAX_WORDS)
    .map((word) => word.slice(0, MAX_LETTERS));

/** The distance of the texts as one word, or of the words of the one from those of the other. Infinite if they are not near. */
const distanceOf = (said: readonly string[], name: readonly string[]): number =>
  Math.min(letters(said.join(''), name.join('')), distanceAmong(said, name), distanceAmong(name, said));

const distanceAmong = (words: readonly string[], others: readonly string[]): number =>
  words.length === 0
    ? Number.POSITIVE_INFINITY
    : words.reduce((sum, word) => sum + Math.min(...others.map((other) => letters(word, other))), 0);

/** One letter in four may differ. */
function letters(word: string, other: string): number {
  if (word === other) return 0;
  const most = word.length < MIN_LETTERS ? 0 : Math.max(1, Math.floor(word.length / 4));
  if (word.length > MAX_LETTERS || Math.abs(word.length - other.length) > most) return Number.POSITIVE_INFINITY;
  const distance = editDistance(word, other);
  return distance <= most ? distance : Number.POSITIVE_INFINITY;
}
