import { createHash } from 'node:crypto';
import { raceAbort } from '../../lib/concurrency/abort.ts';
import {
  type Claim,
  type Completed,
  IDEMPOTENCY_TTL_MS,
  type IdempotencyStore,
  type Indeterminate,
} from '../../lib/idempotency/store.ts';
import type { Clock } from '../../lib/time/clock.ts';

/** Create requests of one caller whose outcome is known: beyond them the oldest are forgotten before their time. */
export const MAX_OUTCOMES = 10_000;
/** The latest of them are recorded with the record that they created; it is read by its id for the others. */
export const MAX_FULL_RECORDS = 200;

interface Entry {
  requestedAt: number;
  outcome?: Completed | Indeterminate;
  /** Settles when the claim ends. */
  settled: Promise<void>;
}

/** The idempotency store of a single process, in memory. */
export function createMemoryIdempotencyStore(clock: Clock): IdempotencyStore {
  const entries = new Map<string, Entry>();
  /** Outcomes that have their record, oldest first. */
  const withRecord = new Set<Completed>();
  const evictExpired = () => {
    // In order of insertion: the oldest entries come first.
    for (const [key, { requestedAt, outcome }] of entries) {
      const isExpired = clock.monotonic() - requestedAt >= IDEMPOTENCY_TTL_MS;
      if (!isExpired && entries.size < MAX_OUTCOMES) break;
      // A request that is being made, or whose outcome is unknown, could otherwise be made twice.
      if (isExpired || (outcome && 'id' in outcome)) entries.delete(key);
    }
  };
  const addRecord = (outcome: Completed) => {
    const [oldest] = withRecord.add(outcome);
    if (withRecord.size <= MAX_FULL_RECORDS || !oldest) return;
    withRecord.delete(oldest);
    if (oldest.id !== undefined) delete oldest.record;
  };
  const grantClaim = (key: string): Claim => {
    let settle = () => {};
    const settled = new Promise<void>((resolve) => {
      settle = resolve;
    });
    const own: Entry = { requestedAt: clock.monotonic(), settled };
    entries.delete(key);
    entries.set(key, own);
    /** Ends the claim, unless it has expired and another one has replaced it. */
    const end = (replacement: Entry | undefined) => {
      if (entries.get(key) === own) {
        if (replacement !== own) entries.delete(key);
        if (replacement) entries.set(key, replacement);
      }
      settle();
    };
    return {
      complete(outcome) {
        const recorded = { ...outcome };
        own.outcome = recorded;
        addRecord(recorded);
        end(own);
      },
      markIndeterminate() {
        const lastSentAt = clock.monotonic();
        end({ settled, requestedAt: lastSentAt, outcome: { lastSentAt } });
      },
      release: () => end(undefined),
    };
  };
  /** When each key that is held is free again. */
  const held = new Map<string, Promise<void>>();
  return {
    async hold(keys, signal) {
      for (;;) {
        const busy = keys.map((key) => held.get(key)).find((free) => free !== undefined);
        if (busy === undefined) break;
        await raceAbort(busy, signal);
      }
      let free = () => {};
      const freed = new Promise<void>((resolve) => {
        free = resolve;
      });
      for (const key of keys) held.set(key, freed);
      return () => {
        for (const key of keys) held.delete(key);
        free();
      };
    },

    async claim(text, { staleOutcome, signal }) {
      const key = createHash('sha256').update(text).digest('base64url');
      for (;;) {
        evictExpired();
        const entry = entries.get(key);
        const isStale = entry?.outcome !== undefined && entry.outcome === staleOutcome;
        if (!entry || isStale) return { claim: grantClaim(key) };
        if (entry.outcome) return { recorded: entry.outcome };
        await raceAbort(entry.settled, signal);
      }
    },
  };
}
