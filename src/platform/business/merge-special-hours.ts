import type { BusinessFile } from '../../contract/index.ts';
import { byPeriod, type ListContext, sorted } from './merge-list.ts';
import type { StoredSpecialHours } from './stored.ts';

type Declared = NonNullable<BusinessFile['special_hours']>[number];

/**
 * Merges special hours. Several entries can have the same days, each for other people: what the file says of a person on some
 * days replaces what was stored of that person on these days.
 */
export function mergeSpecialHours(
  before: readonly StoredSpecialHours[],
  declared: readonly Declared[] | undefined,
  { path, prune, problems }: ListContext,
): StoredSpecialHours[] {
  if (!declared) return [...before];
  const rest = new Set(before);
  const merged = declared.map((entry): StoredSpecialHours => {
    const isAlone = declared.filter(onDaysOf(entry)).length === 1;
    const old = findMeant(entry, [...rest], isAlone);
    if (old) rest.delete(old);
    const { from, to = from, hours, reason = old?.reason, staff = old?.staff } = entry;
    return { from, to, hours, reason: reason || null, staff: [...new Set(staff)].sort() };
  });
  for (const [index, entry] of merged.entries()) {
    const problem = repetition(entry, merged.slice(0, index));
    if (problem) problems.push({ path: [...path, index], message: problem });
  }
  return sorted(prune ? merged : [...[...rest].flatMap(withoutPeopleOf(merged)), ...merged]);
}

const onDaysOf = (entry: Declared) => (other: Declared) => byPeriod(other) === byPeriod(entry);

/** Finds the stored entry that an entry of the file means: without `staff`, that of everybody or else the only one of its days. */
function findMeant(entry: Declared, stored: readonly StoredSpecialHours[], isAlone: boolean) {
  const onDays = stored.filter(onDaysOf(entry));
  const { staff } = entry;
  if (staff && staff.length > 0) return onDays.find((old) => old.staff.some((id) => staff.includes(id)));
  const [only, ...others] = onDays;
  const ofEverybody = onDays.find((old) => old.staff.length === 0);
  return staff || ofEverybody ? ofEverybody : isAlone && others.length === 0 ? only : undefined;
}

/** Describes what an entry of the file repeats of others: two entries for a person would contradict each other. */
function repetition(entry: StoredSpecialHours, others: readonly StoredSpecialHours[]): string | undefined {
  const onDays = others.filter(onDaysOf(entry));
  const days = entry.from === entry.to ? entry.from : byPeriod(entry);
  if (entry.staff.length === 0 && onDays.some(({ staff }) => staff.length === 0)) return `${days} is in the list twice`;
  const person = entry.staff.find((id) => onDays.some(({ staff }) => staff.includes(id)));
  return person && `${person} is in the list twice on ${days}`;
}

/** Returns a function that takes the people of entries out of another entry of the same days. */
const withoutPeopleOf = (entries: readonly StoredSpecialHours[]) => (entry: StoredSpecialHours) => {
  if (entry.staff.length === 0) return [entry];
  const named = new Set(entries.filter(onDaysOf(entry)).flatMap(({ staff }) => staff));
  const staff = entry.staff.filter((id) => !named.has(id));
  return staff.length > 0 ? [{ ...entry, staff }] : [];
};
