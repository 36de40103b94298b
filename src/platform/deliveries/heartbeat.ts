import { newId } from '../../lib/ids.ts';
import { type Heartbeat, recordBeat } from '../store/deliveries/delivery-workers.ts';
import type { Db } from '../store/schema/schema.ts';
import type { Store } from '../store/store.ts';

/** Parts of the time after which others take over: how long a heartbeat is valid, and how often one is sent. */
const VALID_PART = 0.8;
const BEAT_PART = 0.2;

/** Another worker has taken the deliveries of this one over. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** The right of a worker to send the deliveries that it has claimed. */
export interface Lease {
  readonly workerId: string;
  /** Aborts when the lease is lost. */
  readonly signal: AbortSignal;
  /** True if the database knows the worker. */
  readonly isRegistered: boolean;
  /** Records a heartbeat in the transaction of a claim. @throws LeaseLostError */
  record(tx: Db, now: number): Promise<void>;
  /** Extends the lease after the commit. @param startedAt before the transaction, by the monotonic clock. */
  extend(startedAt: number): void;
  /**
   * False as soon as another worker may take the deliveries over. To be checked just before sending: a process that was
   * stopped, or a machine that slept, resumes before its timers run.
   */
  isValid(): boolean;
}

export interface Heartbeats {
  /** The current lease. After a loss it is another one, with another worker id. */
  readonly lease: Lease;
  /** Starts and stops the heartbeats between claims, and the end of the lease without them: for deliveries in flight. */
  keepAlive(isNeeded: boolean): void;
  /** Gives a lease up: its deliveries are aborted. */
  lose(lease: Lease): void;
}

/**
 * Renews the lease of this process on its deliveries. Others take them over when its heartbeat has stood still for
 * `takeoverMs` by their own monotonic clocks (`watchHeartbeats`); this process stops sending before. No wall clock can end
 * a lease early or late.
 */
export function createHeartbeats(store: Store, takeoverMs: number): Heartbeats {
  let lease = createLease();
  let beatTimer: NodeJS.Timeout | undefined;
  let expiryTimer: NodeJS.Timeout | undefined;
  let isBeating = false;

  function createLease() {
    const controller = new AbortController();
    let isRegistered = false;
    let validUntil = Number.NEGATIVE_INFINITY;
    /** The monotonic clock of some machines stands still while they sleep. */
    let validUntilWall = Number.NEGATIVE_INFINITY;
    const remainingMs = () => validUntil - performance.now();
    const created = {
      workerId: newId('wrk'),
      signal: controller.signal,
      get isRegistered() {
        return isRegistered;
      },
      async record(tx: Db, now: number) {
        const isFirst = (await recordBeat(tx, created.workerId, now)) === 1;
        if (isFirst && isRegistered) throw new LeaseLostError('another worker took the deliveries over');
      },
      extend(startedAt: number) {
        isRegistered = true;
        validUntil = startedAt + takeoverMs * VALID_PART;
        validUntilWall = Date.now() + remainingMs();
        if (created === lease && beatTimer) armExpiry();
      },
      remainingMs,
      isValid: () => !controller.signal.aborted && remainingMs() > 0 && Date.now() < validUntilWall,
      abort: () => controller.abort(new LeaseLostError('the heartbeat could not be stored in time')),
    };
    return created;
  }
  function armExpiry(): void {
    clearTimeout(expiryTimer);
    expiryTimer = setTimeout(() => lose(lease), Math.max(lease.remainingMs(), 0)).unref();
  }
  function lose(lost: Lease): void {
    if (lost !== lease) return;
    lease.abort();
    lease = createLease();
  }
  async function beat(): Promise<void> {
    if (isBeating) return;
    isBeating = true;
    const [beaten, startedAt] = [lease, performance.now()];
    try {
      await store.write(async (tx) => beaten.record(tx, await store.now(tx)), 'rows');
      beaten.extend(startedAt);
    } catch (error) {
      // After another failure a later heartbeat may still be in time; otherwise the lease expires.
      if (error instanceof LeaseLostError) lose(beaten);
    } finally {
      isBeating = false;
    }
  }
  return {
    get lease() {
      return lease;
    },
    keepAlive(isNeeded) {
      if (isNeeded && !beatTimer) {
        beatTimer = setInterval(() => void beat(), takeoverMs * BEAT_PART).unref();
        armExpiry();
      } else if (!isNeeded) {
        clearInterval(beatTimer);
        clearTimeout(expiryTimer);
        beatTimer = undefined;
      }
    },
    lose,
  };
}

/** Returns a function that returns those of the current heartbeats of other workers that have stood still for `takeoverMs`. */
export function watchHeartbeats(takeoverMs: number): (current: readonly Heartbeat[]) => Heartbeat[] {
  let seen = new Map<string, { beats: number; since: number }>();
  return (current) => {
    const at = performance.now();
    seen = new Map(
      current.map(({ id, beats }) => {
        const before = seen.get(id);
        return [id, before?.beats === beats ? before : { beats, since: at }];
      }),
    );
    return current.filter(({ id }) => at - (seen.get(id)?.since ?? at) >= takeoverMs);
  };
}
