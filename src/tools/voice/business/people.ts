import { areEqualNames } from '../../../lib/search/equal-names.ts';
import { normalizeName } from '../../../lib/search/text-search.ts';
import { readStaff } from '../../availability/known-staff.ts';
import type { Named } from '../../search/named.ts';
import { chosen, offerNames } from '../core/offered.ts';
import type { Office } from '../core/office.ts';
import { lastCorrected } from '../said/corrections.ts';
import { isAnyone } from '../said/people/anyone.ts';
import { peopleExcepted } from '../said/people/except.ts';
import { peopleMeantBy } from '../said/people/people-meant.ts';
import { spokenLabel } from '../speech/spoken-label.ts';
import { type Chosen, MAX_SPOKEN_NAMES, namesOf } from './catalogue.ts';
import type { OfferedService } from './offered-service.ts';

export interface Person extends Named {
  /** False if the business states that the person no longer works there. */
  active: boolean;
  /** What the person is, in words of the business; empty if it is not known. */
  title: string;
}

/** Reads the people of the business, also those who no longer work there. */
export async function readPeople({ context, business }: Office): Promise<Person[]> {
  const known = await readStaff(business, context);
  const stated = new Map(business?.fields.staff?.map((one) => [one.id, one]));
  return [...known].flatMap(([id, name]) => {
    const { active, title } = stated.get(id) ?? {};
    const said = spokenLabel(name ?? '');
    return said ? [{ id, name: said, active: active !== false, title: spokenLabel(title ?? '') }] : [];
  });
}

/**
 * Finds a person who performs a service by a spoken name, or by the place among those that were offered last. It is looked for
 * among all people, so that the name of a colleague, or of one who has left, never leads to another person, who performs the
 * service.
 */
export async function choosePerson(
  given: string | undefined,
  service: Pick<OfferedService, 'staffIds'>,
  office: Office,
): Promise<Chosen<Named | undefined>> {
  if (given === undefined) return { found: undefined };
  const { phrases } = office.speech;
  const { extensions, signal } = office.context;
  if (!(await extensions.announcesForCertain('staff_assignment', signal))) return { spoken: phrases.personNotChosen };
  const people = await readPeople(office);
  const performs = ({ id, active }: Person) => active && (service.staffIds?.includes(id) ?? true);
  const meantBy = (said: string) => peopleMeantBy(said, people, ({ name }) => name, office.speech.language);
  // "With Sam, no, with Jin".
  const last = lastCorrected(given);
  // Primo is a name, too.
  const named = [given, last].find((said) => meantBy(said).length > 0);
  const text = named ?? chosen(given, 'person', office)?.id ?? given;
  const meant = meantBy(text);
  // A model fills in what a caller says who does not mind.
  if (meant.length === 0 && isAnyone(text)) return { found: undefined };
  if (meant.length === 0) {
    const unwanted = peopleExcepted(text, people, office.speech.language);
    const left = people.filter((one) => performs(one) && !unwanted.includes(one));
    if (unwanted.length > 0 && left.length > 0) return oneOfOthers(left, unwanted.some(performs), office);
  }
  const matching = meant.filter(performs);
  if (matching.length === 0) {
    const [colleague, ...namesakes] = meant;
    const names = namesOf(people.filter(performs));
    offerNames('person', names, office);
    // Of several colleagues, each could be the wrong one to name.
    return {
      spoken:
        colleague && namesakes.length === 0 ? phrases.otherPeople(colleague.name, names) : phrases.unknownPerson(names),
    };
  }
  const left = withSaidTitle(text, matching);
  const labels = [...new Set(left.map((one) => labelOf(one, left)))];
  // People of one name and title cannot be distinguished by voice: the first one is as good as the other.
  const [found] = labels.length === 1 ? left : [];
  if (found) return { found };
  const names = labels.slice(0, MAX_SPOKEN_NAMES);
  offerNames('person', names, office);
  return { spoken: phrases.whichOne(names) };
}

/** Asks which one of the people who are left is wanted, unless there is only one, or the person whom the caller does not want is none of them. */
function oneOfOthers(left: readonly Person[], isLimited: boolean, office: Office): Chosen<Named | undefined> {
  const [found, ...others] = left;
  if (!isLimited) return { found: undefined };
  if (others.length === 0) return { found };
  const names = left.map((one) => labelOf(one, left)).slice(0, MAX_SPOKEN_NAMES);
  offerNames('person', names, office);
  return { spoken: office.speech.phrases.whichOne(names) };
}

/** Returns how a question names a person: with the title if another one has the name. */
function labelOf({ id, name, title }: Person, people: readonly Person[]): string {
  const hasNamesake = people.some((other) => other.id !== id && areEqualNames(other.name, name));
  return hasNamesake && title ? `${name}, ${title}` : name;
}

/** Returns those of people with one name whose title was said, or all. */
function withSaidTitle(text: string, people: readonly Person[]): readonly Person[] {
  const [first] = people;
  if (!first || people.some(({ name }) => !areEqualNames(name, first.name))) return people;
  const said = normalizeName(text).split(' ');
  const isSaid = ({ title }: Person) =>
    title !== '' &&
    normalizeName(title)
      .split(' ')
      .every((word) => said.includes(word));
  const titled = people.filter(isSaid);
  return titled.length > 0 ? titled : people;
}
