import type { BusinessFile, BusinessRecord } from '../../contract/index.ts';
import { normalizeName } from '../../lib/search/text-search.ts';
import { quoted, say, trusted } from '../../lib/text/sentence.ts';
import { ToolError } from '../core/errors.ts';
import { exactlyNamed, findByName } from '../search/by-name.ts';
import type { Named } from '../search/named.ts';

/** Finds the one entry of the business that a text means, as `findByName`. */
export const findInBusiness = <T extends Named>(text: string, entries: readonly T[], kind: 'service' | 'staff'): T =>
  findByName(text, entries, kind, 'get_business');

/** Returns the ids of people from ids or names, each once; `all` where the list stands for all of them. */
export const staffIdsOf = (people: readonly string[], { staff }: BusinessRecord): string[] | 'all' =>
  idsOf(people, staff, 'staff');

/** Returns the ids of services from ids or names, each once; of all services for `all`. */
export function serviceIdsOf(names: readonly string[], { services }: BusinessRecord): string[] {
  const ids = idsOf(names, services, 'service');
  return ids === 'all' ? services.map(({ id }) => id) : ids;
}

function idsOf(names: readonly string[], entries: readonly Named[], kind: 'service' | 'staff'): string[] | 'all' {
  for (const name of names) rejectSeveral(name, entries, kind);
  const some = names.filter((name) => normalizeName(name) !== 'all');
  // Also next to `all`, an unknown name is refused: it can be an exception, such as "not Ana".
  const ids = new Set(some.map((name) => findInBusiness(name, entries, kind).id));
  return some.length < names.length ? 'all' : [...ids];
}

/**
 * @throws ToolError for a text that can be several names or words of one, such as `Cut, Color` and "Cut & color", or that says
 *   to add or remove an entry, such as `-Color`: a search for names ignores the sign.
 */
function rejectSeveral(text: string, entries: readonly Named[], kind: 'service' | 'staff'): void {
  const { noun, plural, example } = LISTS[kind];
  if (/[,;\n]/.test(text) && exactlyNamed(text, entries).length === 0)
    throw new ToolError(
      say`${quoted(text)} can be one ${trusted(noun)} or several. Write a list with one id or name in each text, such as ${trusted(example)}.`,
    );
  if (/^\s*[\p{Pd}\u2212+!]/u.test(text) && !entries.some(({ id, name }) => text === id || text === name))
    throw new ToolError(
      say`${quoted(text)} begins with a sign, but a list replaces the former one as a whole. Write all ${trusted(plural)} of the new list, without signs.`,
    );
}

const LISTS = {
  service: { noun: 'service', plural: 'services', example: '["Cut", "Color"]' },
  staff: { noun: 'staff member', plural: 'people', example: '["Ana", "Ben"]' },
} as const;

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
