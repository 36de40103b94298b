import { createHash } from 'node:crypto';
import { evictOldest } from '../lib/evict-oldest.ts';

/** Maximum number of remembered deliveries: many more than arrive while a signature is valid. */
export const MAX_DELIVERY_IDS = 10_000;

/** `duplicate`: the same id and body again. `conflict`: another body under a known id. */
export type DeliveryStatus = 'new' | 'duplicate' | 'conflict';

/** Detects repeated deliveries: platforms deliver at least once, and a captured delivery can be replayed. */
export interface ReplayGuard {
  /** Compares a delivery with the kept ones. Does not keep it. */
  check(id: string, body: Uint8Array): DeliveryStatus;
  /** Keeps a delivery, after its event was stored: a repetition of one that was lost must be new. */
  keep(id: string, body: Uint8Array): void;
}

export function createReplayGuard(maxEntries = MAX_DELIVERY_IDS): ReplayGuard {
  const digests = new Map<string, string>();
  return {
    check(id, body) {
      const known = digests.get(id);
      if (known === undefined) return 'new';
      return known === digestOf(body) ? 'duplicate' : 'conflict';
    },
    keep(id, body) {
      digests.set(id, digestOf(body));
      evictOldest(digests, maxEntries);
    },
  };
}

/** Returns a digest that identifies a delivery whose sender gave it no id. */
export function digestOf(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22);
}
