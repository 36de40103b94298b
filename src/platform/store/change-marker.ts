import type { Db } from './schema/schema.ts';

/** What a commit is announced for: an event or its deliveries that are due, or reports whose calls are to be fetched. */
export type Change = 'events' | 'reports';

/** What must be announced after the commit of a transaction. A WeakMap, so that finished transactions are collected. */
const changesByTransaction = new WeakMap<Db, ReadonlySet<Change>>();

export const NO_CHANGES: ReadonlySet<Change> = new Set();

/** Marks a transaction, so that the listeners of `Store.onChange` for this change are called after its commit. */
export function markChanged(tx: Db, change: Change): void {
  changesByTransaction.set(tx, new Set([...changesOf(tx), change]));
}

export const changesOf = (tx: Db): ReadonlySet<Change> => changesByTransaction.get(tx) ?? NO_CHANGES;
