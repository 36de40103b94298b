import { isDeepStrictEqual } from 'node:util';
import type { BusinessFile } from '../../contract/index.ts';
import type { BusinessDefinition } from './definition.ts';

/** What a change says of days, people or a service. An absent field means all of them; dates are inclusive. */
export interface Statement {
  from?: string;
  to?: string;
  staffIds?: readonly string[];
  serviceId?: string;
}

/** An entry of closures, special hours or time off. */
interface Entry {
  from: string;
  to: string;
  reason?: string | null;
  hours?: string;
  /** Empty: everybody. */
  staff?: readonly string[];
}

/** What the state after a change says of days, and the one before it does not. */
export function newStatements(before: BusinessDefinition, after: BusinessDefinition): Statement[] {
  const timeOff = new Map(before.staff.map((member) => [member.id, member.time_off]));
  return [
    ...newEntries(before.closures, after.closures).map((entry) => daysOf(entry)),
    ...newEntries(before.special_hours, after.special_hours).map((entry) => daysOf(entry, entry.staff)),
    ...after.staff.flatMap(({ id, time_off: entries }) =>
      newEntries(timeOff.get(id) ?? [], entries).map((entry) => daysOf(entry, [id])),
    ),
  ];
}

/** All that a file says of what bookings must fit. */
export function statementsOf(file: BusinessFile): Statement[] {
  const { closures = [], special_hours: special = [], services = [], staff = [] } = file;
  return [
    ...(file.opening_hours === undefined && file.time_zone === undefined ? [] : [{}]),
    ...closures.map((entry) => daysOf(entry)),
    ...special.map((entry) => daysOf(entry, entry.staff)),
    ...services
      .filter(({ staff: performers, active }) => performers !== undefined || active !== undefined)
      .map(({ id }) => ({ serviceId: id })),
    ...staff.flatMap(({ id, opening_hours: hours, active, time_off: timeOff = [] }) => [
      ...(hours === undefined && active === undefined ? [] : [{ staffIds: [id] }]),
      ...timeOff.map((entry) => daysOf(entry, [id])),
    ]),
  ];
}

const DATE_LENGTH = '2026-11-26'.length;

const daysOf = ({ from, to = from }: { from: string; to?: string | undefined }, staffIds: readonly string[] = []) => ({
  from: from.slice(0, DATE_LENGTH),
  to: to.slice(0, DATE_LENGTH),
  ...(staffIds.length > 0 ? { staffIds } : {}),
});

/** The entries that say something new. What remains of an entry that was shortened or split does not. */
function newEntries<E extends Entry>(before: readonly E[], after: readonly E[]): E[] {
  const [old, kept] = [new Set(before.map(keyOf)), new Set(after.map(keyOf))];
  const added = after.filter((entry) => !old.has(keyOf(entry)));
  if (added.length === 0) return added;
  const gone = before.filter((entry) => !kept.has(keyOf(entry)));
  return added.filter((entry) => !gone.some((former) => isPartOf(entry, former)));
}

const keyOf = ({ from, to, reason, hours, staff }: Entry) => JSON.stringify([from, to, reason, hours, staff]);

const isPartOf = (entry: Entry, former: Entry) =>
  former.from <= entry.from &&
  entry.to <= former.to &&
  entry.reason === former.reason &&
  entry.hours === former.hours &&
  (isDeepStrictEqual(entry.staff, former.staff) ||
    (entry.staff?.length !== 0 && entry.staff?.every((id) => former.staff?.includes(id))) === true);
