import { areSameParts, isAmong, partsOfName, spellingsIn } from '../../../../lib/search/name-words.ts';
import type { Office } from '../../core/office.ts';
import { readName } from './said-name.ts';

/** Longer names are cut: a name is what a caller said, and the model must not find instructions in it. */
const WORD = /^\p{L}[\p{L}\p{M}'’-]{0,29}$/u;
const TITLES = /^[\p{L}ªº. ]+$/u;
const INITIAL = /^\p{L}\.$/u;
/** A text of more words is rather a sentence than a name. */
const MAX_WORDS = 4;
/** Words within names that do not count: Maria Eduarda dos Santos Silva. */
const PARTICLE = /^(?:d[aeio]s?|del|della|l[ao]s?|v[ao]n|de[nr]|[ey]|zu)$/u;

/** Returns by what the name is said that a caller has given; undefined if it cannot be said. */
export function saidName(name: string, { speech }: Office): string | undefined {
  const words = sayableWords(name, speech.language);
  const isName = words.length > 0 && words.filter((word) => !PARTICLE.test(word)).length <= MAX_WORDS;
  return isName ? words.join(' ') : undefined;
}

/**
 * Returns by what each of several names of contacts is said, so that a family hears whose appointment each is: the first name, or
 * the title and the only name. People with one first name are said with the next name that tells them apart. Empty if all are of
 * one person.
 */
export function saidNames(names: readonly string[], { speech }: Office): ReadonlyMap<string, string> {
  const people = [...new Set(names)].map((name) => ({ name, words: sayableWords(name, speech.language) }));
  const said = people.flatMap(({ name, words }): [name: string, said: string][] => {
    const others = people.map((one) => one.words).filter((other) => !areAlike(other.join(' '), words.join(' ')));
    const short = shortName(words, others);
    return short === undefined ? [] : [[name, short]];
  });
  const isFamily = said.length < people.length || said.some(([, one]) => !areAlike(one, said[0]?.[1] ?? ''));
  return new Map(isFamily ? said : []);
}

/** True if names are equal when they are said: "Mrs Lee" and "Mrs. Lee". */
const areAlike = (one: string, other: string) => areSameParts(partsOfName(one), partsOfName(other));

/** @param others the words of other people's names */
function shortName(words: readonly string[], others: readonly (readonly string[])[]): string | undefined {
  const [first] = words;
  if (first === undefined || !others.some(([other = '']) => areAlike(other, first))) return first;
  const taken = others.map((other) => spellingsIn(partsOfName(other.join(' '))));
  const isOwn = (pair: string) => !taken.some((other) => partsOfName(pair).every((part) => isAmong(part, other)));
  const pairs = words.flatMap((word, index) => words.slice(index + 1).map((next) => `${word} ${next}`));
  // A whole name that is a part of another one is said as a whole.
  return pairs.find(isOwn) ?? pairs[0] ?? first;
}

/** Returns the words of a name that can be said, without initials and, unless it has one word only, without titles. */
function sayableWords(name: string, language: string): string[] {
  const { writtenTitles, words: all } = readName(name, language);
  const words = all.filter(({ text }) => !INITIAL.test(text)).map(({ text }) => text.replace(/\.$/, ''));
  const unsaid = words.findIndex((word) => !WORD.test(word));
  const said = unsaid < 0 ? words : words.slice(0, unsaid);
  // Of "Mrs Klein" no first name is known.
  return TITLES.test(writtenTitles) && words.length === 1 ? said.map((word) => `${writtenTitles} ${word}`) : said;
}
