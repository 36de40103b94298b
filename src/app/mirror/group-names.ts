import type { Summary } from '../../contract/index.ts';
import type { ListProgress, Mirror } from '../../platform/mirror/index.ts';

type Group = Summary['groups'][number];

const NAMED = [
  { kind: 'services', id: 'service_id', name: 'service_name' },
  { kind: 'staff', id: 'staff_id', name: 'staff_name' },
] as const;

/**
 * Returns groups without the names of services and people that the platform lists: those are read there. Others, such as that of
 * a service which was switched off, keep the name that the bookings have.
 */
export async function withFormerNames(
  groups: readonly Group[],
  { mirror, bookings }: { mirror: Pick<Mirror, 'records'>; bookings: Pick<ListProgress, 'stated'> },
): Promise<Group[]> {
  const named = groups.map((group) => ({ ...group }));
  for (const { kind, id, name } of NAMED) {
    const ids = [...new Set(named.flatMap((group) => group[id] ?? []))];
    if (ids.length === 0) continue;
    const listed = await mirror.records(kind, ids, 'list');
    for (const group of named) {
      const own = group[id] ?? '';
      // Without a name in its bookings, a group would be named by the id, or by what only the list has said.
      if (listed.has(own) || group[name] === own || !bookings.stated.includes(name)) delete group[name];
    }
  }
  return named;
}
