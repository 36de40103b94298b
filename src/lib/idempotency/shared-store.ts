import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { abortSignalOf, type CancelSignal } from '../concurrency/cancellation.ts';
import type { Logger } from '../logging/logger.ts';
import type { Clock } from '../time/clock.ts';
import { type ClaimEnd, isInFlight, type KeyRecord, type KeyRecords, LEASE_MS } from './key-records.ts';
import type { Claim, IdempotencyStore, RecordedOutcome } from './store.ts';

const HEARTBEAT_MS = LEASE_MS / 3;
/** Delays between reads while another request with the key is executed, in milliseconds. */
const MIN_POLL_MS = 20;
const MAX_POLL_MS = 300;
/** Minimum time between two prunings of one process, in milliseconds. */
const PRUNE_INTERVAL_MS = 60_000;
/** What this process created last, and what is the answer to a repetition if the platform cannot be read then. */
export const MAX_CREATED = 200;
/** A longer id is not recorded, in characters: a platform could send any. */
const MAX_ID_LENGTH = 1_024;

interface SharedIdempotencyOptions {
  records: KeyRecords;
  clock: Clock;
  logger: Logger;
}

/**
 * The idempotency store of several processes. A claim is a lease, which its holder renews until it ends; the others poll
 * the record. Keys must be hashed by the caller: records must not reveal requests.
 */
export function createSharedIdempotencyStore({ records, clock, logger }: SharedIdempotencyOptions): IdempotencyStore {
  /** The claim that each returned outcome was recorded by. */
  const claimOf = new WeakMap<RecordedOutcome, string>();
  /** What this process created, by claim, oldest first. */
  const created = new Map<string, unknown>();
  let lastPruned = Number.NEGATIVE_INFINITY;

  const keepRenewed = (keys: readonly string[], claim: string, warn: (error: unknown) => void) =>
    setInterval(() => void records.renew(keys, claim).catch(warn), HEARTBEAT_MS).unref();

  function heldClaim(key: string, claim: string): Claim {
    const warn = (error: unknown) =>
      logger.warn('the outcome of a create request could not be recorded: a repeated request will search for it', {
        error,
      });
    const heartbeat = keepRenewed([key], claim, warn);
    const end = async (how: ClaimEnd) => {
      clearInterval(heartbeat);
      await records.end(key, claim, how).catch(warn);
    };
    return {
      async complete({ id, record }) {
        // Without an id, only the platform's list shows what was created.
        if (id === undefined || id.length > MAX_ID_LENGTH) return end({ status: 'indeterminate' });
        if (record !== undefined) remember(claim, record);
        await end({ status: 'completed', recordId: id });
      },
      markIndeterminate: () => end({ status: 'indeterminate' }),
      release: () => end({ status: 'released' }),
    };
  }

  function remember(claim: string, record: unknown): void {
    created.set(claim, record);
    const [oldest] = created.keys();
    if (created.size > MAX_CREATED && oldest !== undefined) created.delete(oldest);
  }

  function outcomeOf({ claim, status, recordId, requestedAt, leaseUntil }: KeyRecord, now: number): RecordedOutcome {
    /** Converts a time of the shared clock to one of this process's monotonic clock. */
    const toLocal = (time: number) => clock.monotonic() - (now - time);
    let outcome: RecordedOutcome;
    if (status === 'completed' && recordId !== null) {
      outcome = { id: recordId, ...(created.has(claim) ? { record: created.get(claim) } : {}) };
    } else {
      // The holder of a claim died: it may have sent its request after it renewed the lease for the last time.
      outcome = { lastSentAt: toLocal(status === 'claimed' ? leaseUntil : requestedAt) };
    }
    claimOf.set(outcome, claim);
    return outcome;
  }

  /** Waits while another request is executed. Undefined: nothing is recorded. */
  async function settledOutcome(key: string, signal: CancelSignal): Promise<RecordedOutcome | undefined> {
    const { outcome } = await poll(async () => {
      const { record, now } = await records.read(key);
      if (!record) return { outcome: undefined };
      return isInFlight(record, now) ? undefined : { outcome: outcomeOf(record, now) };
    }, signal);
    return outcome;
  }

  function prune(): void {
    if (clock.monotonic() - lastPruned < PRUNE_INTERVAL_MS) return;
    lastPruned = clock.monotonic();
    void records
      .prune?.()
      .catch((error: unknown) => logger.debug('expired create requests could not be pruned', { error }));
  }

  return {
    async hold(keys, signal) {
      const claim = randomUUID();
      const sorted = [...new Set(keys)].sort();
      prune();
      signal.throwIfAborted();
      await poll(async () => (await records.hold(sorted, claim)) || undefined, signal);
      const warn = (error: unknown) =>
        logger.warn('what a request holds could not be recorded: others wait for it, or do not', { error });
      const heartbeat = keepRenewed(sorted, claim, warn);
      return async () => {
        clearInterval(heartbeat);
        await records.release(sorted, claim).catch(warn);
      };
    },

    async claim(key, { staleOutcome, signal }) {
      const claim = randomUUID();
      const staleClaim = staleOutcome && claimOf.get(staleOutcome);
      prune();
      for (;;) {
        signal.throwIfAborted();
        if (await records.acquire(key, claim, { staleClaim })) return { claim: heldClaim(key, claim) };
        const recorded = await settledOutcome(key, signal);
        if (recorded) return { recorded };
      }
    },
  };
}

/** Calls a function until it returns something, with growing delays, unless the signal ends that. */
async function poll<T>(attempt: () => Promise<T | undefined>, signal: CancelSignal): Promise<T> {
  let cancelled: AbortSignal | undefined;
  for (let ms = MIN_POLL_MS; ; ms = Math.min(ms * 1.5, MAX_POLL_MS)) {
    const result = await attempt();
    if (result !== undefined) return result;
    cancelled ??= abortSignalOf(signal);
    await delay(ms, undefined, { signal: cancelled });
  }
}
