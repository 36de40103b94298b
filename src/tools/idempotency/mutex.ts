import { ApiError } from '../../api/index.ts';
import { DatabaseError } from '../../lib/database/database-error.ts';
import type { ToolContext } from '../core/context.ts';

/** Values that identify what only one call at a time may change. */
export type MutexKey = readonly string[];

/**
 * Runs `work` while no other call holds one of the keys, in this process and in those that share the idempotency store.
 * Without the store it runs at once: other servers may write at the same time anyway. A holder that died blocks the others
 * until its lease ends.
 * @param work receives false if the store cannot be used, so that other calls may run at the same time.
 */
export async function serialise<T>(
  keys: readonly MutexKey[],
  { idempotency, signal }: ToolContext,
  work: (isHeld: boolean) => Promise<T>,
): Promise<T> {
  const texts = keys.map((key) => JSON.stringify(key));
  const release = await idempotency.hold(texts, signal).catch((error: unknown) => {
    if (signal.aborted) throw new ApiError({ kind: 'cancelled', changed: 'no' }, { cause: error });
    if (error instanceof DatabaseError) return undefined;
    throw error;
  });
  try {
    return await work(release !== undefined);
  } finally {
    await release?.();
  }
}
