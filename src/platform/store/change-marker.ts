import type { Db } from './schema.ts';

/** Transactions whose commit must be announced to listeners. A WeakSet, so that finished transactions are collected. */
const changedTransactions = new WeakSet<Db>();

/** Marks a transaction, so that the listeners of `Store.onChange` are called after its commit. */
export function markChanged(tx: Db): void {
  changedTransactions.add(tx);
}

export function hasChanged(tx: Db): boolean {
  return changedTransactions.has(tx);
}
