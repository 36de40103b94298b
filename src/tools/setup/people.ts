import type { BusinessFile, BusinessRecord } from '../../contract/index.ts';
import { normalizeName } from '../../lib/search/text-search.ts';
import { findByName, type Named } from '../search/by-name.ts';

/** Finds the one entry of the business that a text means, as `findByName`. */
export const findInBusiness = <T extends Named>(text: string, entries: readonly T[], kind: 'service' | 'staff'): T =>
  findByName(text, entries, kind, 'get_business');

/** Returns the ids of people from ids or names, each once. */
export const staffIdsOf = (people: readonly string[], { staff }: BusinessRecord): string[] => [
  ...new Set(people.map((text) => findInBusiness(text, staff, 'staff').id)),
];

/** Returns the ids of services from ids or names, each once; of all services for `all`. */
export const serviceIdsOf = (names: readonly string[], { services }: BusinessRecord): string[] =>
  saysAll(names)
    ? services.map(({ id }) => id)
    : [...new Set(names.map((text) => findInBusiness(text, services, 'service').id))];

/** True if a list of names stands for all entries. */
export const saysAll = (names: readonly string[]) => names.some((text) => normalizeName(text) === 'all');

/**
 * Returns the services whose staff changes, so that a person performs exactly some services.
 * @param personId may be that of a person who is added by the same change.
 * @param serviceIds what the person performs.
 */
export function performedServices(
  personId: string,
  serviceIds: readonly string[],
  { services, staff }: BusinessRecord,
): NonNullable<BusinessFile['services']> {
  return services.flatMap((service) => {
    const everybody = [...new Set([...staff.map(({ id }) => id), personId])];
    const performers = service.staff === 'all' ? everybody : service.staff;
    const performs = performers.includes(personId);
    if (performs === serviceIds.includes(service.id)) return [];
    const changed = performs ? performers.filter((id) => id !== personId) : [...performers, personId];
    return [{ id: service.id, staff: changed }];
  });
}

const MAX_ID_LENGTH = 60;

/** Returns an id for a new entry: its name in plain letters, with a number if the id is taken. */
export function newEntryId(name: string, taken: readonly { id: string }[], fallback: string): string {
  const plain =
    name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/\p{M}/gu, '')
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_+/, '')
      .slice(0, MAX_ID_LENGTH - 5)
      .replace(/_+$/, '') || fallback;
  const ids = new Set(taken.map(({ id }) => id));
  let id = plain;
  for (let count = 2; ids.has(id); count++) id = `${plain}_${count}`;
  return id;
}
