import type { Read, Resource } from '../../contract/index.ts';

/** Where a record stands in the order of a search: its sort key, empty when it has none, and its id. */
export interface SortKey {
  key: string;
  id: string;
}

/** A record that a search found, with what it is ordered by. */
export interface Found<R extends Resource> extends SortKey {
  read: Read<R>;
}

export type Order = 'asc' | 'desc';

/** By key, then by id; records without a key come last either way. */
export function compareBy(order: Order) {
  const sign = order === 'asc' ? 1 : -1;
  return (a: SortKey, b: SortKey): number => {
    if ((a.key === '') !== (b.key === '')) return a.key === '' ? 1 : -1;
    if (a.key !== b.key) return a.key < b.key ? -sign : sign;
    return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
  };
}

/** Latest first, for records whose key is a time. */
export const newestFirst = compareBy('desc');

/** Keeps the first of many in an order, and forgets the others as they come: memory holds twice `most` of them. */
export function topN<T>(most: number, compare: (a: T, b: T) => number) {
  let kept: T[] = [];
  /** What comes after it is not among the first. */
  let bound: T | undefined;
  const cut = () => {
    kept = kept.sort(compare).slice(0, most);
    bound = kept.length === most ? kept.at(-1) : undefined;
  };
  return {
    add(item: T): void {
      if (bound !== undefined && compare(item, bound) > 0) return;
      kept.push(item);
      if (kept.length >= most * 2) cut();
    },
    /** Those kept, in order. */
    all(): T[] {
      cut();
      return kept;
    },
  };
}
