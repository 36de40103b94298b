import type { MirroredKind } from '../../platform/mirror/index.ts';

/** Records that wait to be read again, at most. With more, the oldest one is left to the next reading of its list. */
export const MAX_CHANGED = 1_000;

/** Records that may have changed, in the order in which that became known. */
export interface Changes {
  add(kind: MirroredKind, id: string): void;
  /** Removes the next record and returns it. */
  next(): { kind: MirroredKind; id: string } | undefined;
}

export function createChanges(): Changes {
  const waiting = new Map<string, { kind: MirroredKind; id: string }>();
  const takeFirst = () => {
    const [first] = waiting;
    if (first) waiting.delete(first[0]);
    return first?.[1];
  };
  return {
    add(kind, id) {
      waiting.set(JSON.stringify([kind, id]), { kind, id });
      if (waiting.size > MAX_CHANGED) takeFirst();
    },
    next: takeFirst,
  };
}
