import { canName, isAmong, type NameParts, partsOfName, spellingsIn } from './name-words.ts';
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

/** True if parts are whole words of a name. */
function hasParts(name: string, parts: NameParts): boolean {
  if (parts.length === 0) return true;
  const spellings = spellingsIn(partsOfName(name));
  return parts.every((part) => isAmong(part, spellings));
}

/** Returns a predicate that is true for the name of a person that has all words of a text as whole words: Ann is no part of Joanna. */
export function personNameMatcher(text: string): (name: string) => boolean {
  const parts = partsOfName(text);
  return (name) => parts.some(canName) && hasParts(name, parts);
}
