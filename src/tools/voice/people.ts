import { readStaff } from '../availability/known-staff.ts';
import { type Chosen, type Named, namesOf, type OfferedService } from './catalogue.ts';
import type { Office } from './office.ts';
import { peopleMeantBy } from './people-meant.ts';
import { spokenLabel } from './speech.ts';

export interface Person extends Named {
  /** False if the business states that the person no longer works there. */
  active: boolean;
}

/** Reads the people of the business, also those who no longer work there. */
export async function readPeople({ context, business }: Office): Promise<Person[]> {
  const known = await readStaff(business, context);
  const inactive = new Set(business?.fields.staff?.filter(({ active }) => active === false).map(({ id }) => id));
  return [...known].flatMap(([id, name]) => {
    return name ? [{ id, name: spokenLabel(name), active: !inactive.has(id) }] : [];
  });
}

/**
 * Finds a person who performs a service by a spoken name. It is looked for among all people, so that the name of a colleague, or of
 * one who has left, never leads to another person, who performs the service.
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
  const performs = ({ id, active }: Person) => active && (service.staffIds?.includes(id) ?? true);
  const meant = peopleMeantBy(text, people, ({ name }) => name, office.speech.language);
  const [found, ...others] = meant.filter(performs);
  if (!found) {
    const [colleague, ...namesakes] = meant;
    const names = namesOf(people.filter(performs));
    // Of several colleagues, each could be the wrong one to name.
    return {
      spoken:
        colleague && namesakes.length === 0 ? phrases.otherPeople(colleague.name, names) : phrases.unknownPerson(names),
    };
  }
  return others.length === 0 ? { found } : { spoken: phrases.whichOne(namesOf([found, ...others])) };
}
