import type { NameParts } from './name-words.ts';

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

/**
 * True if parts of a name were said in an order that no writing of it has: María José is another person than José María López.
 * The family name can be first.
 */
export function isOutOfOrder(name: NameParts, said: NameParts): boolean {
  let last = 0;
  return said.some((one) => {
    const places = placesOf(one, name);
    const place = places.find((other) => other >= last) ?? places[0] ?? last;
    const isBack = place < last && last !== name.length - 1;
    last = place;
    return isBack;
  });
}
