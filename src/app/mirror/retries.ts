import type { Clock } from '../../lib/time/clock.ts';
import type { MirroredKind } from '../../platform/mirror/index.ts';

/** First and longest pause before a record is requested again, in milliseconds. */
const [FIRST_PAUSE_MS, MAX_PAUSE_MS] = [1_000, 10 * 60_000];
/** Requests that are kept, at most. */
export const MAX_RETRIES = 1_000;

/**
 * Lists, and records of them, that the platform did not return although it answers. Each is requested again after a pause, which
 * doubles with each failure. Others do not wait for it.
 */
export interface Retries {
  /** True if it did not fail, or its pause has ended. With `MAX_RETRIES` failures nothing else is due. */
  isDue(kind: MirroredKind, id?: string): boolean;
  failed(kind: MirroredKind, id?: string): void;
  /** Ends its pauses: it was read, or is not to be read any more. */
  settled(kind: MirroredKind, id?: string): void;
  /** Number of lists and records whose last request failed. */
  readonly size: number;
  /** How long the next pause lasts, in milliseconds; Infinity without one. */
  untilDue(): number;
  /** Forgets those whose pause has ended: nothing requested them since. */
  forgetDue(): void;
}

export function createRetries(clock: Clock): Retries {
  const failures = new Map<string, { count: number; dueAt: number }>();
  const keyOf = (kind: MirroredKind, id: string | undefined) => JSON.stringify([kind, id]);
  const isOver = ({ dueAt }: { dueAt: number }) => dueAt <= clock.monotonic();
  return {
    isDue(kind, id) {
      const failure = failures.get(keyOf(kind, id));
      return failure ? isOver(failure) : failures.size < MAX_RETRIES;
    },
    failed(kind, id) {
      const key = keyOf(kind, id);
      if (!failures.has(key) && failures.size >= MAX_RETRIES) return;
      const count = (failures.get(key)?.count ?? 0) + 1;
      const pause = Math.min(FIRST_PAUSE_MS * 2 ** (count - 1), MAX_PAUSE_MS);
      failures.set(key, { count, dueAt: clock.monotonic() + pause });
    },
    settled: (kind, id) => void failures.delete(keyOf(kind, id)),
    get size() {
      return failures.size;
    },
    untilDue() {
      const pauses = [...failures.values()].filter((failure) => !isOver(failure));
      return Math.min(...pauses.map(({ dueAt }) => dueAt - clock.monotonic()));
    },
    forgetDue() {
      for (const [key, failure] of failures) if (isOver(failure)) failures.delete(key);
    },
  };
}
