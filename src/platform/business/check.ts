import type { BusinessFile } from '../../contract/index.ts';
import { calendarAddressProblem } from '../rules/calendar-address.ts';
import type { BusinessDefinition } from './definition.ts';
import type { FileProblem } from './merge-list.ts';

/**
 * Reports the references of a merged business that lead nowhere, addresses of calendars that cannot be read, and a business
 * without an owner.
 */
export function checkReferences(after: BusinessDefinition, file: BusinessFile, problems: FileProblem[]): void {
  const staff = new Set(after.staff.map(({ id }) => id));
  const known = [...staff].slice(0, 10).join(', ') || 'none yet';
  for (const [list, entries] of [
    ['services', after.services],
    ['special_hours', after.special_hours],
  ] as const) {
    for (const entry of entries) {
      if (entry.staff === 'all') continue;
      for (const id of entry.staff) {
        if (staff.has(id)) continue;
        const path = pathOf(file, list, entry);
        // An entry that the file does not have must be named.
        const subject = path.length === 1 && 'id' in entry ? `service ${entry.id}: ` : '';
        problems.push({ path, message: `${subject}there is no staff member ${id}; known: ${known}` });
      }
    }
  }
  for (const [index, { calendar }] of (file.staff ?? []).entries()) {
    // Whether this computer is allowed depends on the process that reads it.
    const problem = calendar ? calendarAddressProblem(calendar, true) : undefined;
    if (problem) problems.push({ path: ['staff', index, 'calendar'], message: problem });
  }
  if (!after.users.some(({ role }) => role === 'owner')) {
    problems.push({ path: ['users'], message: 'at least one user must have the role owner' });
  }
}

/** The path of an entry's staff in the file; of the list, if the file does not have the entry. */
function pathOf(
  file: BusinessFile,
  list: 'services' | 'special_hours',
  entry: { id?: string; from?: string },
): (string | number)[] {
  const entries = (file[list] ?? []) as { id?: string; from?: string }[];
  const index = entries.findIndex(({ id, from }) => (entry.id === undefined ? from === entry.from : id === entry.id));
  return index < 0 ? [list] : [list, index, 'staff'];
}
