import type { BusinessFile } from '../../contract/index.ts';
import { byPeriod, type ListContext, sorted } from './merge-list.ts';
import type { StoredSpecialHours } from './stored.ts';

type Declared = NonNullable<BusinessFile['special_hours']>[number];

/**
 * Merges special hours. Several entries can have the same days, each for other people: what the file says of a person on some
 * days, or of everybody, replaces only what was stored of that person, or of everybody, on these days.
 */
export function mergeSpecialHours(
  before: readonly StoredSpecialHours[],
  declared: readonly Declared[] | undefined,
  { path, prune, problems }: ListContext,
): StoredSpecialHours[] {
  if (!declared) return [...before];
  // Lists can have a thousand entries: each is looked up, not searched.
  const stored = new Map(before.flatMap((entry) => keysOf(entry).map((key) => [key, entry])));
  const replaced = new Set<string>();
  const merged = declared.map(({ from, to = from, hours, reason, staff }, index): StoredSpecialHours => {
    const entry = { from, to, hours, staff: [...new Set(staff)].sort() };
    const keys = keysOf(entry);
    const repeated = keys.findIndex((key) => replaced.has(key));
    if (repeated >= 0) problems.push({ path: [...path, index], message: repetition(entry, entry.staff[repeated]) });
    for (const key of keys) replaced.add(key);
    const old = keys.map((key) => stored.get(key)).find(Boolean);
    return { ...entry, reason: (reason === undefined ? old?.reason : reason) || null };
  });
  if (prune) return sorted(merged);
  const rest = before.flatMap((entry) => {
    const keys = keysOf(entry);
    if (!keys.some((key) => replaced.has(key))) return [entry];
    const staff = entry.staff.filter((_id, index) => !replaced.has(keys[index] ?? ''));
    return staff.length > 0 ? [{ ...entry, staff }] : [];
  });
  return sorted([...rest, ...merged]);
}

/** What an entry speaks of: its days, with each of its people; with none, if it is for everybody. */
function keysOf(entry: Omit<StoredSpecialHours, 'reason'>): string[] {
  const days = byPeriod(entry);
  return entry.staff.length > 0 ? entry.staff.map((id) => `${days} ${id}`) : [days];
}

/** Two entries of the file for a person on the same days would contradict each other. */
function repetition(entry: Omit<StoredSpecialHours, 'reason'>, person: string | undefined): string {
  const days = entry.from === entry.to ? entry.from : byPeriod(entry);
  return person ? `${person} is in the list twice on ${days}` : `${days} is in the list twice`;
}
