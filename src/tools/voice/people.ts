import { areEqualNames } from '../../lib/search/equal-names.ts';
import { createMatcher, normalizeName } from '../../lib/search/text-search.ts';
import { readStaff } from '../availability/known-staff.ts';
import { type Chosen, type Named, namesOf, type OfferedService } from './catalogue.ts';
import type { Office } from './office.ts';
import { spokenLabel } from './speech.ts';
import { areOpposed, bearerOf, isSameTitle, splitTitles } from './titles.ts';

/** Initials and titles are said without a full stop. */
const plain = (name: string) => name.replaceAll('.', ' ');
/** True if two names of people are equal when they are said: "Mrs Lee" and "Mrs. Lee". */
export const areSaidAlike = (one: string, other: string): boolean => areEqualNames(plain(one), plain(other));
const wordsOf = (name: string) =>
  plain(name)
    .split(/[\s,]+/)
    .filter(Boolean);

/** True if all words of a name are among those of another text. */
function hasWords(text: string, name: string): boolean {
  const [words, wanted] = [wordsOf(text), wordsOf(name)];
  return wanted.length > 0 && wanted.every((word) => words.some((one) => areEqualNames(one, word)));
}

/**
 * Returns the records of the people whom a spoken name means: the one with this name, or else those whose name has these words
 * or, of a title alone, this title, or else those whose whole name is among the words. Titles are compared with titles only: "Mr"
 * is no part of "Mrs". A man's title never leads to a person with a woman's, or the other way round.
 */
export function peopleMeantBy<T extends { id: string }>(
  text: string,
  records: readonly T[],
  nameOf: (record: T) => string | undefined,
  office: Office,
): readonly T[] {
  const said = splitTitles(text, office);
  const people = records.map((record) => {
    const name = nameOf(record) ?? '';
    return { record, name, ...splitTitles(name, office) };
  });
  type Person = (typeof people)[number];
  const tries: ((person: Person) => boolean)[] = [
    ({ record }) => record.id === text,
    ({ name }) => normalizeName(plain(name)) === normalizeName(plain(text)),
    ({ name }) => areSaidAlike(name, text),
    (person) => isSameTitle(person, said) && areSaidAlike(person.rest, said.rest),
    // One word is a part of a name: "Mrs Lee" can be Dana Lee, also if another one is called only Lee.
    ({ rest }) => wordsOf(rest).length > 1 && areSaidAlike(rest, said.rest),
    ({ rest }) => hasWords(rest, said.rest),
    // A title alone is no part of a name, such as "Dr" of Andrea.
    bearerOf(said.rest, office) === undefined
      ? ({ rest }) => createMatcher(said.rest)([rest])
      : ({ titles }) => hasWords(titles, said.rest),
    ({ rest }) => hasWords(said.rest, rest),
  ];
  for (const isMeant of tries) {
    const possible = people.filter((person) => isMeant(person) && !areOpposed(person, said));
    const titled = possible.filter((person) => isSameTitle(person, said));
    const found = titled.length > 0 ? titled : possible;
    if (found.length > 0) return found.map(({ record }) => record);
  }
  return [];
}

/** Reads the people who work at the business. */
async function readPeople({ context, business }: Office): Promise<Named[]> {
  const known = await readStaff(business, context);
  const active = business?.fields.staff?.filter((one) => one.active).map(({ id }) => id);
  return [...known].flatMap(([id, name]) => {
    return name && (active === undefined || active.includes(id)) ? [{ id, name: spokenLabel(name) }] : [];
  });
}

/**
 * Finds a person who performs a service by a spoken name. It is looked for among all people, so that the name of a colleague
 * never leads to another person, who performs the service.
 */
export async function choosePerson(
  text: string | undefined,
  service: OfferedService,
  office: Office,
): Promise<Chosen<Named | undefined>> {
  if (text === undefined) return { found: undefined };
  const { phrases } = office.speech;
  const { extensions, signal } = office.context;
  if (!(await extensions.has('staff_assignment', signal))) return { spoken: phrases.personNotChosen };
  const people = await readPeople(office);
  const { staffIds } = service;
  const performs = ({ id }: Named) => staffIds.length === 0 || staffIds.includes(id);
  const meant = peopleMeantBy(text, people, ({ name }) => name, office);
  const [found, ...others] = meant.filter(performs);
  if (!found) {
    const [colleague] = meant;
    const names = namesOf(people.filter(performs));
    return { spoken: colleague ? phrases.otherPeople(colleague.name, names) : phrases.unknownPerson(names) };
  }
  return others.length === 0 ? { found } : { spoken: phrases.whichOne(namesOf([found, ...others])) };
}
