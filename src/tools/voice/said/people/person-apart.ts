import { normalizeName } from '../../../../lib/search/text-search.ts';
import { type Person, readPeople } from '../../business/people.ts';
import type { Office } from '../../core/office.ts';
import { WrongArgumentError } from '../../core/wrong-argument.ts';
import { isRather, lastCorrected } from '../corrections.ts';
import { normalizeSaid } from '../normalize-said.ts';
import { isAnyone } from './anyone.ts';
import { behindWith, isExcept, peopleExcepted } from './except.ts';
import { peopleMeantBy } from './people-meant.ts';
import { isNegation } from './unwanted.ts';

/** A time, and the person who is said for it. */
interface WithPerson {
  start: string;
  staff: string | undefined;
}

const MAX_NAME_WORDS = 4;
/** Between the time and the person, in all languages. "But with Sam" is with Sam. */
const BEHIND_TIME = /[,;]*(?: (?:but|and|aber|und|mais|et|pero|y|ma|e|mas))?[,;]*$/i;
/** So many words before "with" are none such as "not". */
const WORDS_AHEAD = 3;

/**
 * Takes a person out of the words for a time: `Friday at 3 with Jin`, `Friday, anyone but Sam`. Only people of the business count: "with my
 * daughter" stays. Of a person alone, no words are left.
 * @throws WrongArgumentError with the question, if another person is given
 */
export async function personApart(text: string, given: string | undefined, office: Office): Promise<WithPerson> {
  const { language, phrases } = office.speech;
  const words = text.trim().split(/\s+/);
  const places = [...words.keys()].filter((at) => {
    const tail = normalizeName(words.slice(at).join(' '));
    return behindWith(tail, language) !== undefined || (at > 0 && isExcept(tail, language));
  });
  if (places.length === 0) return { start: text, staff: given };
  const people = await readPeople(office);
  for (const at of places) {
    const found = personAt(words, at, people, language);
    if (!found) continue;
    if (given === undefined || isSamePerson(given, found.staff, people, language)) return found;
    const names = people.filter(({ active }) => active).map(({ name }) => name);
    throw new WrongArgumentError(text, 'has another person', phrases.unknownPerson(names));
  }
  return { start: text, staff: given };
}

/** Returns the person who is said from a word on, and what is said around. */
function personAt(
  words: readonly string[],
  at: number,
  people: readonly Person[],
  language: string,
): { start: string; staff: string } | undefined {
  const [ahead, tail] = [words.slice(0, at), words.slice(at).join(' ')];
  const before = withoutRather(ahead).join(' ').replace(BEHIND_TIME, '');
  if (peopleExcepted(tail, people, language).length > 0) return { start: before, staff: tail };
  // "Friday instead, with Jin" is with Jin.
  const near = before
    .replace(/ instead$/i, '')
    .split(' ')
    .slice(-WORDS_AHEAD);
  const isNegated = near.some((word) => isNegation(word, language));
  if (isNegated || behindWith(normalizeName(tail), language) === undefined) return undefined;
  const behind = words.slice(at + 1);
  // "With Sam, no, Jin". Behind the person, there may be the time, and its correction.
  const corrected = lastCorrected(tail);
  const isMeant = (name: string) => peopleMeantBy(name, people, (one) => one.name, language).length > 0;
  const last = behindWith(corrected, language) ?? corrected;
  if (corrected !== normalizeSaid(tail) && isPersonOnly(last, people, language)) return { start: before, staff: last };
  for (let count = Math.min(MAX_NAME_WORDS, behind.length); count > 0; count--) {
    const name = behind.slice(0, count).join(' ');
    if (isMeant(name) || isAnyone(name))
      return { start: [before, ...behind.slice(count)].join(' ').trim(), staff: name };
  }
  return undefined;
}

/** Returns the words before a person without those for a preference at their end: `Friday at 3, preferably`. */
function withoutRather(words: readonly string[]): readonly string[] {
  const wished = [3, 2, 1].find(
    (count) => words.length >= count && isRather(normalizeSaid(words.slice(-count).join(' '))),
  );
  return wished === undefined ? words : words.slice(0, -wished);
}

/** True for a name and no other words, such as those for a time. */
const isPersonOnly = (text: string, people: readonly Person[], language: string): boolean =>
  text.split(' ').every((word) => peopleMeantBy(word, people, ({ name }) => name, language).length > 0) &&
  peopleMeantBy(text, people, ({ name }) => name, language).length > 0;

function isSamePerson(one: string, other: string, people: readonly Person[], language: string): boolean {
  const idsOf = (said: string) =>
    [peopleMeantBy(said, people, ({ name }) => name, language), peopleExcepted(said, people, language)]
      .map((some) => some.map(({ id }) => id).sort())
      .join(';');
  return isAnyone(one) || idsOf(one) === idsOf(other);
}
