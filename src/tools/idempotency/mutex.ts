import { ApiError } from '../../api/index.ts';
import { DatabaseError } from '../../lib/database-error.ts';
import type { RecordedOutcome } from '../../lib/idempotency-store.ts';
import type { ToolContext } from '../core/context.ts';

/** Values that identify what only one call at a time may change. */
export type MutexKey = readonly string[];

/**
 * Runs `work` while no other call holds one of the keys, in this process and in those that share the idempotency store.
 * Without the store it runs at once: other servers may write at the same time anyway. A holder that died blocks the others
 * until its lease ends.
 * @param keys callers with several keys in common must give them in one order; otherwise they wait for each other.
 */
export function serialise<T>(keys: readonly MutexKey[], context: ToolContext, work: () => Promise<T>): Promise<T> {
  const [key, ...others] = keys;
  return key === undefined ? work() : holding(key, context, () => serialise(others, context, work));
}

async function holding<T>(key: MutexKey, { idempotency, signal }: ToolContext, work: () => Promise<T>): Promise<T> {
  const claim = (staleOutcome: RecordedOutcome | undefined) =>
    idempotency.claim(JSON.stringify(key), { allowDuplicate: false, staleOutcome, signal }).catch((error: unknown) => {
      if (signal.aborted) throw new ApiError({ kind: 'cancelled', changed: 'no' }, { cause: error });
      if (error instanceof DatabaseError) return undefined;
      throw error;
    });
  let granted = await claim(undefined);
  // A process that ended while it held the key leaves its claim behind.
  while (granted && 'recorded' in granted) granted = await claim(granted.recorded);
  try {
    return await work();
  } finally {
    await granted?.claim.release();
  }
}
