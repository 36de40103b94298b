import type { BusinessFile } from '../../contract/index.ts';
import { calendarAddressProblem } from '../rules/calendar-address.ts';
import type { BusinessDefinition } from './definition.ts';
import { byPeriod, type FileProblem } from './merge-list.ts';
import type { StoredRules, StoredSpecialHours } from './stored.ts';

/**
 * Reports the references of a merged business that lead nowhere, addresses of calendars that cannot be read, and a business
 * without an owner.
 */
export function checkReferences(after: BusinessDefinition, file: BusinessFile, problems: FileProblem[]): void {
  const staff = new Set(after.staff.map(({ id }) => id));
  const known = [...staff].slice(0, 10).join(', ') || 'none yet';
  for (const entry of [...after.services, ...after.special_hours]) {
    if (entry.staff === 'all') continue;
    for (const id of entry.staff) {
      if (staff.has(id)) continue;
      const path = 'id' in entry ? servicePath(file, entry, 'staff') : specialHoursPath(file, entry, id);
      const name = 'id' in entry ? `service ${entry.id}` : `open ${entry.hours} on ${entry.from}`;
      // An entry that the file does not have must be named.
      const subject = path.length === 1 ? `${name}: ` : '';
      problems.push({ path, message: `${subject}there is no staff member ${id}; known: ${known}` });
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

/**
 * Reports booking windows that end before the minimum notice is over, so that a service that is offered could not be booked. A
 * business that is so already can be changed elsewhere.
 */
export function checkWindows(
  before: BusinessDefinition,
  after: BusinessDefinition,
  file: BusinessFile,
  problems: FileProblem[],
): void {
  const message = 'must be longer than minimum_notice: nothing could be booked';
  const offered = after.services.filter(({ active }) => active);
  const closed = offered.filter((service) => {
    const old = before.services.find(({ id }) => id === service.id);
    return admitsNothing(after.rules, service) && !(old?.active && admitsNothing(before.rules, old));
  });
  // Each service that is offered can have times of its own. Without any, the rules speak of what will be offered.
  const isNewInRules = offered.length === 0 && admitsNothing(after.rules) && !admitsNothing(before.rules);
  if (isNewInRules || closed.some((service) => !hasOwnTimes(service))) {
    problems.push({ path: ['rules', 'booking_window'], message });
  }
  for (const service of closed.filter(hasOwnTimes)) {
    const path = servicePath(file, service, 'booking_window');
    problems.push({ path, message: `${path.length === 1 ? `service ${service.id}: booking_window ` : ''}${message}` });
  }
}

const hasOwnTimes = ({ minimum_notice, booking_window }: StoredRules) =>
  minimum_notice !== undefined || booking_window !== undefined;

const admitsNothing = (rules: StoredRules, own: StoredRules = rules) =>
  (own.booking_window ?? rules.booking_window ?? Number.POSITIVE_INFINITY) <=
  (own.minimum_notice ?? rules.minimum_notice ?? 0);

/** The path of a service's field in the file; of the list, if the file does not have the service. */
function servicePath(file: BusinessFile, { id }: { id: string }, field: string): FileProblem['path'] {
  const index = file.services?.findIndex((service) => service.id === id) ?? -1;
  return index < 0 ? ['services'] : ['services', index, field];
}

/** The same for the special hours of a person. */
function specialHoursPath(file: BusinessFile, entry: StoredSpecialHours, person: string): FileProblem['path'] {
  const index =
    file.special_hours?.findIndex(
      ({ staff = [], ...days }) => byPeriod(days) === byPeriod(entry) && staff.includes(person),
    ) ?? -1;
  return index < 0 ? ['special_hours'] : ['special_hours', index, 'staff'];
}
