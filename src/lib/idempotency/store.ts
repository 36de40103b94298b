import type { CancelSignal } from '../concurrency/cancellation.ts';

/** How long a repeated create request returns the first record, in milliseconds. */
export const IDEMPOTENCY_TTL_MS = 15 * 60_000;

/** A create request that succeeded. */
export interface Completed {
  /** Id of the record; undefined where the platform returned none. */
  id: string | undefined;
  /** The record as it was created, if this process created it. */
  record?: unknown;
}

/** A create request that was sent, and whose outcome is unknown: the platform may still execute it. */
export interface Indeterminate {
  /** Latest time at which it was sent, by the monotonic clock of this process. May be before its start. */
  lastSentAt: number;
}

export type RecordedOutcome = Completed | Indeterminate;

/**
 * The right to execute one create request, and the duty to record its outcome with exactly one of these calls. They never
 * fail.
 */
export interface Claim {
  complete(outcome: Completed): Promise<void> | void;
  markIndeterminate(): Promise<void> | void;
  /** Records that nothing was created, so that a waiting request may execute. */
  release(): Promise<void> | void;
}

export interface ClaimOptions {
  /**
   * A recorded outcome that no longer holds, because its record is gone or was never created: the very object that an
   * earlier `claim` of the same call returned. It is replaced.
   */
  staleOutcome: RecordedOutcome | undefined;
  /** Ends the wait for a concurrent request. */
  signal: CancelSignal;
}

/** Recent create requests: of one credential, or of several whose keys are HMACs (`withSigningKey`). */
export interface IdempotencyStore {
  /**
   * Grants the claim on an idempotency key to one of several concurrent requests. The others wait for its outcome.
   * @param key text that is equal for requests that are the same; the store keeps only a hash of it.
   * @throws DatabaseError when other processes share the store and it cannot be reached: nothing may be created then.
   */
  claim(key: string, options: ClaimOptions): Promise<{ claim: Claim } | { recorded: RecordedOutcome }>;
  /**
   * Waits until no other request holds one of the keys, and holds all of them. Outcomes that are recorded for a key do not count.
   * @param keys texts as of `claim`
   * @returns the function that ends it, which never fails.
   * @throws DatabaseError as `claim`
   */
  hold(keys: readonly string[], signal: CancelSignal): Promise<() => Promise<void> | void>;
}
