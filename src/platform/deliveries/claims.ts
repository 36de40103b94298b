import { setBackDetector } from '../../lib/time/clock.ts';
import { type ClaimedDelivery, claimDeliveries, listDueWebhooks, nextDueTime } from '../store/deliveries/deliveries.ts';
import { type Heartbeat, listOtherWorkers, takeOver } from '../store/deliveries/delivery-workers.ts';
import type { Db } from '../store/schema/schema.ts';
import { endDelaysFromFuture, hasDelaysFromFuture } from '../store/set-back.ts';
import type { Store } from '../store/store.ts';
import { type Heartbeats, type Lease, watchHeartbeats } from './heartbeat.ts';
import type { InFlight } from './in-flight.ts';
import { type Outcome, type RecordContext, recordOutcomes } from './record.ts';

/** Result of one tick of the worker. */
interface Work {
  /** The shared clock, and the monotonic clock when it was read: much time can pass between this read and the commit. */
  now: number;
  at: number;
  claimed: ClaimedDelivery[];
  /** Workers whose deliveries were taken over. */
  takenOver: Heartbeat[];
  /** Time of the next delivery, by the shared clock. */
  next: number | undefined;
}

interface Claims {
  /**
   * Stores the outcomes of earlier deliveries and claims new ones, in one transaction. Writes nothing if there is nothing to
   * write. @throws LeaseLostError
   */
  recordAndClaim(finished: readonly Outcome[], lease: Lease): Promise<Work>;
  /** Ends claiming: nothing is due any more. */
  stop(): void;
}

/** How often the heartbeats of others are observed, as a part of the time after which they are taken over. */
const OBSERVE_PART = 0.2;
/**
 * Concurrent deliveries to a webhook after a failed attempt: several that hang would otherwise delay all others. Two, because
 * another event can succeed meanwhile.
 */
const MAX_IN_FLIGHT_FAILING = 2;

/** Claims due deliveries for this process, as far as it has capacity, and those of processes that ended. */
export function createClaims(store: Store, heartbeats: Heartbeats, inFlight: InFlight, context: RecordContext): Claims {
  const { settings } = context;
  const findDead = watchHeartbeats(settings.takeoverMs);
  const wasSetBack = setBackDetector();
  /** True if delays may have begun in the future: at the start, and after the shared clock was set back. */
  let checksDelays = true;
  let isStopped = false;

  /** Reads the shared clock, and the heartbeats of other workers. */
  async function observe(db: Db) {
    const now = await store.now(db);
    const at = performance.now();
    if (wasSetBack(now, at)) checksDelays = true;
    const others = await listOtherWorkers(db, heartbeats.lease.workerId);
    return { now, at, others, dead: findDead(others) };
  }

  /** Reads the due webhooks with the most deliveries that each may have in flight, as far as this process has capacity. */
  async function dueWebhooks(db: Db, now: number): Promise<ReadonlyMap<string, number>> {
    if (isStopped || inFlight.size >= settings.maxInFlight) return new Map();
    const due = await listDueWebhooks(db, now);
    const limits = due.map(({ id, consecutive_failures }): [string, number] => [
      id,
      consecutive_failures > 0 ? MAX_IN_FLIGHT_FAILING : settings.maxInFlightPerWebhook,
    ]);
    return new Map(limits.filter(([id, limit]) => inFlight.countOf(id) < limit));
  }

  /** Reads the time of the next delivery. While others deliver, their heartbeats have to be observed. */
  async function nextTime(db: Db, now: number, others: readonly Heartbeat[]): Promise<number | undefined> {
    const next = await nextDueTime(db, now);
    if (others.length === 0) return next;
    return Math.min(next ?? Number.POSITIVE_INFINITY, now + settings.takeoverMs * OBSERVE_PART);
  }

  /** Reads whether there is anything to write, and the time of the next delivery. */
  async function readDueWork(db: Db) {
    const { now, at, others, dead } = await observe(db);
    const [hasDelays, due, next] = await Promise.all([
      checksDelays && hasDelaysFromFuture(db, now),
      dueWebhooks(db, now),
      nextTime(db, now, others),
    ]);
    checksDelays &&= hasDelays;
    const needsWrite = checksDelays || dead.length > 0 || due.size > 0;
    return { now, at, next, claimed: [], takenOver: [], needsWrite };
  }

  async function writeDueWork(tx: Db, finished: readonly Outcome[], lease: Lease): Promise<Work> {
    await recordOutcomes(tx, finished, context);
    const { now, at, others, dead } = await observe(tx);
    const takenOver: Heartbeat[] = [];
    for (const worker of dead) if (await takeOver(tx, worker)) takenOver.push(worker);
    if (checksDelays) await endDelaysFromFuture(tx, now);
    const due = await dueWebhooks(tx, now);
    const next = await nextTime(tx, now, others);
    const locked = await store.lockWebhooksSkipLocked(tx, [...due.keys()]);
    if (locked.length > 0) await lease.record(tx, now);
    const claimed: ClaimedDelivery[] = [];
    for (const id of shuffle(locked)) {
      const limit = settings.maxInFlight - inFlight.size - claimed.length;
      if (limit <= 0) break;
      const { workerId } = lease;
      const claim = { now, leaseUntil: now + settings.leaseMs, workerId, maxInFlight: due.get(id) ?? 0, limit };
      claimed.push(...(await claimDeliveries(tx, id, claim)));
    }
    return { now, at, next, claimed, takenOver };
  }

  return {
    async recordAndClaim(finished, lease) {
      const seen = finished.length > 0 ? undefined : await store.read(readDueWork);
      if (seen && !seen.needsWrite) return seen;
      const work = await store.write((tx) => writeDueWork(tx, finished, lease), 'rows');
      checksDelays = false;
      return work;
    },
    stop() {
      isStopped = true;
    },
  };
}

/** Random order for fairness: if more webhooks are due than can be claimed, none of them starves. */
function shuffle<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, key: Math.random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}
