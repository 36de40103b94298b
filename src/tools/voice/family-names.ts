import type { Office } from './office.ts';
import { areSaidAlike } from './people.ts';
import { splitTitles } from './titles.ts';

/** Two words at most: a name is what a caller said, and the model must not find instructions in it. */
const WORD = /^\p{L}[\p{L}\p{M}'’-]{0,29}$/u;
const INITIAL = /^\p{L}\.$/u;

/**
 * Returns by what each of several names of contacts is said, so that a family hears whose appointment each is: the first name, or
 * the title and the only name. People with one first name are said with the next name that tells them apart. Empty if all are of
 * one person.
 */
export function saidNames(names: readonly string[], office: Office): ReadonlyMap<string, string> {
  const people = [...new Set(names)].map((name) => ({ name, words: wordsOf(name, office) }));
  const said = people.flatMap(({ name, words }): [name: string, said: string][] => {
    const short = shortName(
      words,
      people.map((one) => one.words),
    );
    return short === undefined ? [] : [[name, short]];
  });
  const isFamily = said.length < people.length || said.some(([, one]) => !areSaidAlike(one, said[0]?.[1] ?? ''));
  return new Map(isFamily ? said : []);
}

function shortName(words: readonly string[], all: readonly (readonly string[])[]): string | undefined {
  const [first, second] = words;
  if (first === undefined) return undefined;
  const namesakes = all.filter(
    (others) => areSaidAlike(others[0] ?? '', first) && !areSaidAlike(others.join(' '), words.join(' ')),
  );
  if (namesakes.length === 0) return first;
  const isOwn = (word: string, index: number) =>
    index > 0 && namesakes.every((others) => !areSaidAlike(others[index] ?? '', word));
  const next = words.find(isOwn) ?? second;
  return next === undefined ? first : `${first} ${next}`;
}

/** Returns the words of a name that can be said, without initials and, unless it has one word only, without titles. */
function wordsOf(name: string, office: Office): string[] {
  const { titles, rest } = splitTitles(name, office);
  const words = rest.split(/[\s,]+/).filter((word) => word !== '' && !INITIAL.test(word));
  const unsaid = words.findIndex((word) => !WORD.test(word));
  const said = unsaid < 0 ? words : words.slice(0, unsaid);
  // Of "Mrs Klein" no first name is known.
  return titles !== '' && words.length === 1 ? said.map((word) => `${titles} ${word}`) : said;
}
