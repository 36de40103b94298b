import { isOutOfOrder } from './name-order.ts';
import {
  canName,
  foldedWord,
  initialsOf,
  isAmong,
  isInitial,
  type NameParts,
  partsOfName,
  spellingsIn,
  wordsOfName,
} from './name-words.ts';
import { createMatcher } from './text-search.ts';

/** A word of so few letters is in too many others by chance: tan in Instant. Scripts without spaces have words of one letter. */
const SHORT = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]{1,3}$/u;

/** Letters of a word that can begin or end a compound, as cut in Haircut. */
const MIN_COMPOUND = 3;

/**
 * Returns a predicate that is true for the name of a service that has all words of a text: long ones also as a part of a word, as
 * Reinigung in Zahnreinigung, and short ones as a whole word, or of three letters at its beginning or end.
 */
export function serviceNameMatcher(text: string): (name: string) => boolean {
  const hasWords = createMatcher(text);
  const short = partsOfName(text).filter(([folded = '']) => SHORT.test(folded));
  return (name) => hasWords([name]) && (short.length === 0 || hasShort([...spellingsIn(partsOfName(name))], short));
}

function hasShort(words: readonly string[], short: NameParts): boolean {
  const isIn = (text: string, word: string) =>
    word === text || (text.length >= MIN_COMPOUND && (word.startsWith(text) || word.endsWith(text)));
  return short.every((part) => part.some((text) => words.some((word) => isIn(text, word))));
}

/**
 * Returns a predicate that is true for the name of a person that has all words of a text as whole words: Ann is no part of Joanna.
 * Next to one of them, an initial can stand for another one, as in "Anna K."
 */
export function personNameMatcher(text: string): (name: string) => boolean {
  const words = wordsOfName(text);
  const parts = words.flatMap((word) => word.parts);
  const ordered = words.flatMap((word) =>
    word.parts.map((spellings, place) => ({ spellings, isAfterComma: word.isAfterComma && place === 0 })),
  );
  const [said, initials] = [spellingsIn(parts), new Set(words.filter(isInitial).map(foldedWord))];
  return (name) => {
    const own = wordsOfName(name);
    const spellings = spellingsIn(own.flatMap((word) => word.parts));
    const abbreviates = initialsOf(own, said);
    const isOf = (part: readonly string[]) =>
      isAmong(part, spellings) || (initials.has(part[0] ?? '') && abbreviates(part[0] ?? ''));
    return parts.some(canName) && parts.every(isOf) && !isOutOfOrder(own, ordered);
  };
}
