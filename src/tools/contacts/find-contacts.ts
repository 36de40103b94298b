import type { Person } from '../search/people.ts';
import { withoutTitles } from '../search/titles.ts';
import type { PersonRecords } from './person-records.ts';

/** Finds the first contacts that a person can be, also without the titles of a name; without any, those of a similar name. */
export async function findContacts(asked: Person, limit: number, records: PersonRecords) {
  const byWholeName = await records.contacts(asked, limit);
  // Records seldom have the "Mr." of a name.
  const name = byWholeName.total === 0 && asked.name ? withoutTitles(asked.name) : undefined;
  const person: Person = name === undefined ? asked : { name };
  const matches = name === undefined ? byWholeName : await records.contacts(person, limit);
  const similar = matches.total === 0 && person.name !== undefined ? await records.similar(person.name) : [];
  return { ...matches, person, similar };
}
