import { createHash } from 'node:crypto';
import { evictOldest } from './deduplicate.ts';

/** Maximum number of remembered deliveries: many more than arrive while a signature is valid. */
export const MAX_REMEMBERED = 10_000;

/** `duplicate`: the same id and body again. `conflict`: another body under a known id. */
export type DeliveryStatus = 'new' | 'duplicate' | 'conflict';

/** Detects repeated deliveries: platforms deliver at least once, and a captured delivery can be replayed. */
export interface ReplayGuard {
  check(id: string, body: Uint8Array): DeliveryStatus;
  /** Removes a delivery that was not processed, so that its repetition is new. */
  release(id: string): void;
}

export function createReplayGuard(maxEntries = MAX_REMEMBERED): ReplayGuard {
  const digests = new Map<string, string>();
  return {
    check(id, body) {
      const digest = digestOf(body);
      const known = digests.get(id);
      if (known !== undefined) return known === digest ? 'duplicate' : 'conflict';
      digests.set(id, digest);
      evictOldest(digests, maxEntries);
      return 'new';
    },
    release: (id) => void digests.delete(id),
  };
}

/** Returns a digest that identifies a delivery whose sender gave it no id. */
export function digestOf(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22);
}
