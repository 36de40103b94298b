import { normalizeName } from '../../lib/search/text-search.ts';
import type { BusinessDefinition } from './definition.ts';

/** Entries of a list that have one name, in any case. */
export interface EqualNames {
  list: 'services' | 'staff';
  name: string;
  ids: string[];
}

/** The equal names that a plan brings in: by such a name, no single entry can be given. */
export function newEqualNames(before: BusinessDefinition, after: BusinessDefinition): EqualNames[] {
  return (['services', 'staff'] as const).flatMap((list) => {
    const known = new Map(groupsOf(before[list]).map(({ name, ids }) => [normalizeName(name), ids]));
    return groupsOf(after[list])
      .filter(({ name, ids }) => ids.some((id) => !known.get(normalizeName(name))?.includes(id)))
      .map((group) => ({ list, ...group }));
  });
}

function groupsOf(entries: readonly { id: string; name: string }[]): Omit<EqualNames, 'list'>[] {
  const groups = new Map<string, Omit<EqualNames, 'list'>>();
  for (const { id, name } of entries) {
    const key = normalizeName(name);
    const group = groups.get(key);
    if (group) group.ids.push(id);
    else groups.set(key, { name, ids: [id] });
  }
  return [...groups.values()].filter(({ ids }) => ids.length > 1);
}
