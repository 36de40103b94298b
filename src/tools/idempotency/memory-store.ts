import { createHash } from 'node:crypto';
import { raceAbort } from '../../lib/abort.ts';
import type { Claim, Completed, IdempotencyStore, Indeterminate } from '../../lib/idempotency-store.ts';
import type { Clock } from '../../lib/time/clock.ts';

/** How long a repeated create request returns the first record, in milliseconds. */
export const IDEMPOTENCY_TTL_MS = 15 * 60_000;

interface Entry {
  requestedAt: number;
  outcome?: Completed | Indeterminate;
  /** Settles when the claim ends. */
  settled: Promise<void>;
}

/** The idempotency store of a single process, in memory. */
export function createMemoryIdempotencyStore(clock: Clock): IdempotencyStore {
  const entries = new Map<string, Entry>();
  const evictExpired = () => {
    // In order of insertion: the oldest entries come first.
    for (const [key, { requestedAt }] of entries) {
      if (clock.monotonic() - requestedAt < IDEMPOTENCY_TTL_MS) break;
      entries.delete(key);
    }
  };
  const grantClaim = (key: string): Claim => {
    let settle = () => {};
    const settled = new Promise<void>((resolve) => {
      settle = resolve;
    });
    const own: Entry = { requestedAt: clock.monotonic(), settled };
    entries.delete(key);
    entries.set(key, own);
    /** Ends the claim, unless a concurrent request that allows duplicates has replaced it. */
    const end = (replacement: Entry | undefined) => {
      if (entries.get(key) === own) {
        if (replacement !== own) entries.delete(key);
        if (replacement) entries.set(key, replacement);
      }
      settle();
    };
    return {
      complete(outcome) {
        own.outcome = outcome;
        end(own);
      },
      markIndeterminate() {
        const lastSentAt = clock.monotonic();
        end({ settled, requestedAt: lastSentAt, outcome: { lastSentAt } });
      },
      release: () => end(undefined),
    };
  };
  return {
    async claim(text, { allowDuplicate, staleOutcome, signal }) {
      const key = createHash('sha256').update(text).digest('base64url');
      for (;;) {
        evictExpired();
        const entry = entries.get(key);
        const isStale = entry?.outcome !== undefined && entry.outcome === staleOutcome;
        if (!entry || allowDuplicate || isStale) return { claim: grantClaim(key) };
        if (entry.outcome) return { recorded: entry.outcome };
        await raceAbort(entry.settled, signal);
      }
    },
  };
}
