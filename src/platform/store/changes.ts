import type { Db } from './schema.ts';

/** Transactions that others should hear of. They are forgotten when they are over. */
const marked = new WeakSet<Db>();

/** Notes that this transaction changes something that others wait for: whoever listens is called once it is committed. */
export function markChanged(tx: Db): void {
  marked.add(tx);
}

export function markedChanged(tx: Db): boolean {
  return marked.has(tx);
}
