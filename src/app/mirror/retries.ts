import type { Clock } from '../../lib/time/clock.ts';
import type { MirroredKind } from '../../platform/mirror/index.ts';

/** First and longest pause before a record is requested again, in milliseconds. */
const [FIRST_PAUSE_MS, MAX_PAUSE_MS] = [1_000, 10 * 60_000];
/** Records that are kept, at most. With more, the oldest one is requested again at once. */
export const MAX_RETRIES = 1_000;

/**
 * Records that the platform did not return although it answers. Each is requested again after a pause, which doubles with each
 * failure. Other records do not wait for it.
 */
export interface Retries {
  isDue(kind: MirroredKind, id: string): boolean;
  failed(kind: MirroredKind, id: string): void;
  succeeded(kind: MirroredKind, id: string): void;
  /** Number of records whose last request failed. */
  readonly size: number;
  /** How long none of them is due, in milliseconds; Infinity if there is none. */
  untilDue(): number;
}

export function createRetries(clock: Clock): Retries {
  const failures = new Map<string, { count: number; dueAt: number }>();
  const keyOf = (kind: MirroredKind, id: string) => JSON.stringify([kind, id]);
  return {
    isDue: (kind, id) => (failures.get(keyOf(kind, id))?.dueAt ?? 0) <= clock.monotonic(),
    failed(kind, id) {
      const key = keyOf(kind, id);
      const count = (failures.get(key)?.count ?? 0) + 1;
      const pause = Math.min(FIRST_PAUSE_MS * 2 ** (count - 1), MAX_PAUSE_MS);
      failures.delete(key);
      failures.set(key, { count, dueAt: clock.monotonic() + pause });
      const [oldest] = failures.keys();
      if (failures.size > MAX_RETRIES && oldest !== undefined) failures.delete(oldest);
    },
    succeeded: (kind, id) => void failures.delete(keyOf(kind, id)),
    get size() {
      return failures.size;
    },
    untilDue: () => Math.min(...[...failures.values()].map(({ dueAt }) => Math.max(0, dueAt - clock.monotonic()))),
  };
}
