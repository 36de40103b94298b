import { compareText } from '../../lib/text/text-order.ts';

/** A value of the business file that does not fit the business. `path` is that of the value in the file. */
export interface FileProblem {
  path: readonly (string | number)[];
  message: string;
}

/** A list of the file that is merged. */
export interface ListContext {
  path: readonly (string | number)[];
  prune: boolean;
  problems: FileProblem[];
}

/** Merges a list by key, in the order of the existing entries, then of the new ones. */
export function mergeList<T, E>(
  before: readonly T[],
  declared: readonly E[] | undefined,
  key: (entry: T | E) => string,
  { path, prune, problems }: ListContext,
  merge: (before: T | undefined, entry: E, path: readonly (string | number)[]) => T,
): T[] {
  if (!declared) return [...before];
  const result = new Map(before.map((entry) => [key(entry), entry]));
  const seen = new Set<string>();
  for (const [index, entry] of declared.entries()) {
    const name = key(entry);
    if (seen.has(name)) problems.push({ path: [...path, index], message: `${name} is in the list twice` });
    seen.add(name);
    result.set(name, merge(result.get(name), entry, [...path, index]));
  }
  return [...result].filter(([name]) => !prune || seen.has(name)).map(([, entry]) => entry);
}

interface Period {
  from: string;
  to?: string | undefined;
}

export const byPeriod = ({ from, to = from }: Period) => `${from}/${to}`;

/** Sorts entries by their days. The order of entries of the same days stays. */
export const sorted = <T extends Period>(entries: readonly T[]): T[] =>
  entries.toSorted((a, b) => compareText(byPeriod(a), byPeriod(b)));
