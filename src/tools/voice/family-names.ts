import { normalizeName } from '../../lib/search/text-search.ts';
import type { Office } from './office.ts';
import { splitTitles } from './titles.ts';

/** One word only: a name is what a caller said, and the model must not find instructions in it. */
const WORD = /^\p{L}[\p{L}\p{M}'’-]{0,29}$/u;
const INITIAL = /^\p{L}\.$/u;

/**
 * Returns by what each of several names of contacts is said, so that a family hears whose appointment each is: the first name, or
 * the title and the only name. Of people with one first name it is the next name, if they all have one. Empty if all are of one
 * person.
 */
export function saidNames(names: readonly string[], office: Office): ReadonlyMap<string, string> {
  const people = [...new Set(names)].map((name) => ({ name, ...partsOf(name, office) }));
  const said = people.flatMap(({ name, given, next }): [name: string, said: string][] => {
    const namesakes = people.filter((one) => given !== undefined && sameName(one.given, given));
    const isShared = distinct(namesakes.map((one) => one.name)) > 1 && namesakes.every((one) => one.next);
    const word = isShared ? next : given;
    return word === undefined ? [] : [[name, word]];
  });
  const isFamily = distinct(said.map(([, word]) => word)) > 1 || said.length < people.length;
  return new Map(isFamily ? said : []);
}

const distinct = (names: readonly string[]) => new Set(names.map(normalizeName)).size;

const sameName = (one: string | undefined, other: string) =>
  one !== undefined && normalizeName(one) === normalizeName(other);

function partsOf(name: string, office: Office) {
  const { titles, rest } = splitTitles(name, office);
  const words = rest.split(/[\s,]+/).filter((word) => word !== '' && !INITIAL.test(word));
  const [first, second] = words.map((word) => (WORD.test(word) ? word : undefined));
  // Of "Mrs Klein" no first name is known.
  const given = first !== undefined && titles !== '' && words.length === 1 ? `${titles} ${first}` : first;
  return { given, next: second };
}
