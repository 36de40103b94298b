import { fullSuffix } from './name-suffix.ts';
import { foldedWord, type NameParts, type NameWord } from './name-words.ts';

const isEqual = (some: readonly string[], others: readonly string[]) => some.some((one) => others.includes(one));

/** Returns the places of a part in a name. One that is spelled as several of them has the last of their places. */
function placesOf(part: readonly string[], name: NameParts): readonly number[] {
  const places = [...name.keys()].filter((place) => isEqual(part, name[place] ?? []));
  const exact = places.filter((place) => part[0] === name[place]?.[0]);
  return exact.length > 0 ? exact : places.slice(-1);
}

/** True if the parts of a name were said in its order, with or without other words between them. */
export function isInOrder(name: NameParts, said: NameParts): boolean {
  let next = 0;
  return name.every((part) => {
    const found = said.slice(next).findIndex((one) => isEqual(one, part));
    next += found;
    return found >= 0;
  });
}

/** What can stand behind a family name besides a suffix: a qualification or role, as in Jane Smith DDS and Dana Lee (Hygienist). */
const QUALIFICATION = /^\p{Lu}{2,4}$/u;
const isSuffix = (word: NameWord) => fullSuffix(foldedWord(word)) !== undefined || word.text.startsWith('(');

/** Returns the place of the last part of a family name, without what stands behind it. */
function lastPlace(name: readonly NameWord[]): number {
  const isMixed = /\p{Ll}/u.test(name[0]?.text ?? '');
  const end = name.findIndex(
    (word, index) => index > 1 && (word.isAfterComma || isSuffix(word) || (isMixed && QUALIFICATION.test(word.text))),
  );
  return (end < 0 ? name : name.slice(0, end)).flatMap(({ parts }) => parts).length - 1;
}

/** A part of a name as it was said, and whether a comma is before it. */
interface OrderedPart {
  spellings: readonly string[];
  isAfterComma: boolean;
}

/**
 * True if parts of a name were said in an order that no writing of it has: María José is another person than José María López.
 * The family name can be first, and behind a comma the order begins again.
 */
export function isOutOfOrder(name: readonly NameWord[], said: readonly OrderedPart[]): boolean {
  const own = name.flatMap(({ parts }) => parts);
  const end = lastPlace(name);
  let last = 0;
  return said.some(({ spellings, isAfterComma }) => {
    const places = placesOf(spellings, own);
    const place = places.find((other) => other >= last) ?? places[0] ?? last;
    const isBack = place < last && last < end && !isAfterComma;
    last = place;
    return isBack;
  });
}
