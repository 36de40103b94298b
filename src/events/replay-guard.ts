import { createHash } from 'node:crypto';
import { evictOldest } from '../lib/evict-oldest.ts';
import { isRewrite, type SentEvent } from './rewrite.ts';

/** Maximum number of remembered deliveries: many more than arrive while a signature is valid. */
export const MAX_DELIVERY_IDS = 10_000;

/**
 * `duplicate`: the same id and body again. `rewritten`: the platform has changed the body of the event since, such as after an erasure
 * of personal data. `conflict`: another body under a known id.
 */
type DeliveryStatus = 'new' | 'duplicate' | 'rewritten' | 'conflict';

interface Delivery {
  id: string;
  body: Uint8Array;
  /** `subjectOf` its event. */
  subject: string;
  /** The signed time of sending, in seconds since the epoch; undefined if it was not signed. */
  timestamp: number | undefined;
}

/** Detects repeated deliveries: platforms deliver at least once, and a captured delivery can be replayed. */
interface ReplayGuard {
  /** Compares a delivery with the kept ones. Does not keep it. */
  check(delivery: Delivery): DeliveryStatus;
  /** Keeps a delivery, after its event was stored: a repetition of one that was lost must be new. */
  keep(delivery: Delivery): void;
}

export function createReplayGuard(maxEntries = MAX_DELIVERY_IDS): ReplayGuard {
  const kept = new Map<string, SentEvent>();
  return {
    check({ id, ...delivery }) {
      const known = kept.get(id);
      if (known === undefined) return 'new';
      const sent = sentOf(delivery);
      if (known.content === sent.content) return 'duplicate';
      return isRewrite(known, sent) ? 'rewritten' : 'conflict';
    },
    keep({ id, ...delivery }) {
      kept.set(id, sentOf(delivery));
      evictOldest(kept, maxEntries);
    },
  };
}

const sentOf = ({ body, subject, timestamp }: Omit<Delivery, 'id'>): SentEvent => ({
  subject,
  content: digestOf(body),
  signedAt: timestamp,
});

/** Returns a digest that identifies a delivery whose sender gave it no id. */
export function digestOf(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22);
}
