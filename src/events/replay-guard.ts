import { createHash } from 'node:crypto';
import { evictOldest } from './deduplicate.ts';

/** Deliveries remembered: many more than come within the time for which a signature holds. */
const MAX_REMEMBERED = 10_000;

/** `new`, the same once more, or another body under a known id. */
export type DeliveryStatus = 'new' | 'repeated' | 'altered';

/** Remembers what was delivered, because a platform delivers at least once, and a captured delivery can be sent again. */
export interface ReplayGuard {
  check(id: string, body: Uint8Array): DeliveryStatus;
  /** It came to nothing: when it comes again it is new. */
  forget(id: string): void;
}

export function createReplayGuard(most = MAX_REMEMBERED): ReplayGuard {
  const known = new Map<string, string>();
  return {
    check(id, body) {
      const digest = digestOf(body);
      const before = known.get(id);
      if (before !== undefined) return before === digest ? 'repeated' : 'altered';
      known.set(id, digest);
      evictOldest(known, most);
      return 'new';
    },
    forget: (id) => void known.delete(id),
  };
}

/** Stands for a body, where the sender gave it no id. */
export function digestOf(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22);
}
