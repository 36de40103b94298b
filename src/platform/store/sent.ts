import type { Db } from './schema/schema.ts';

/** Statements of transactions that were sent without waiting for their answers. Weak, so that ended ones are collected. */
const sentStatements = new WeakMap<Db, Promise<unknown>[]>();

/**
 * Executes a statement of a transaction without waiting for its answer: the commit waits for it, and fails if it failed.
 * Statements are executed in the order in which they were started.
 */
export function send(tx: Db, statement: { execute(executor: Db): Promise<unknown> }): void {
  const answered = statement.execute(tx);
  // Reported by the commit.
  answered.catch(() => {});
  const all = sentStatements.get(tx);
  if (all) all.push(answered);
  else sentStatements.set(tx, [answered]);
}

/** The statements that a transaction has sent so far, in their order. */
export function sentBy(tx: Db): readonly Promise<unknown>[] {
  return sentStatements.get(tx) ?? [];
}
