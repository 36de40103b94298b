import type { MirroredKind } from '../../platform/mirror/index.ts';

/** Records that wait to be read again, at most. With more, the oldest one is left to the next reading of its list. */
export const MAX_CHANGED = 1_000;

/** Records that may have changed, in the order in which that became known. */
export interface Changes {
  add(kind: MirroredKind, id: string): void;
  /** Removes the next record that is due, and returns it. */
  next(isDue: (kind: MirroredKind, id: string) => boolean): { kind: MirroredKind; id: string } | undefined;
}

export function createChanges(): Changes {
  const waiting = new Map<string, { kind: MirroredKind; id: string }>();
  return {
    add(kind, id) {
      waiting.set(JSON.stringify([kind, id]), { kind, id });
      const [oldest] = waiting.keys();
      if (waiting.size > MAX_CHANGED && oldest !== undefined) waiting.delete(oldest);
    },
    next(isDue) {
      for (const [key, record] of waiting) {
        if (!isDue(record.kind, record.id)) continue;
        waiting.delete(key);
        return record;
      }
      return undefined;
    },
  };
}
