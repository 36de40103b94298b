import { setTimeout as delay } from 'node:timers/promises';
import { createFailureLog } from '../../lib/failure-log.ts';
import { newId } from '../../lib/ids.ts';
import type { Logger } from '../../lib/logger.ts';
import { CommitLostError } from '../../lib/postgres/errors.ts';
import { setBackDetector } from '../../lib/time/clock.ts';
import { createWorkLoop } from '../../lib/work-loop.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  hasPendingDeliveries,
  listDueWebhooks,
  nextDueTime,
} from '../store/deliveries.ts';
import { type Heartbeat, listOtherWorkers, removeWorker, takeOver } from '../store/delivery-workers.ts';
import { notificationOf } from '../store/events.ts';
import type { Db } from '../store/schema.ts';
import { endDelaysFromFuture, hasDelaysFromFuture } from '../store/set-back.ts';
import type { Store } from '../store/store.ts';
import { createHeartbeats, type Lease, LeaseLostError, watchHeartbeats } from './heartbeat.ts';
import { type Outcome, recordOutcomes } from './record.ts';
import { startRetention } from './retention.ts';
import type { DeliverySettings } from './settings.ts';

export interface Worker {
  /** Stops claiming, drains deliveries in flight for up to `drainMs`, then aborts and releases the rest. */
  close(): Promise<void>;
}

/** Maximum time between polls, in case a change notification is lost. */
const MAX_SLEEP_MS = 60_000;
/** Delay that collects further outcomes into one transaction while deliveries are in flight. */
const BATCH_DELAY_MS = 8;
/** Minimum time between two ticks after change notifications, so that many changes in succession share one. */
const MIN_TICK_INTERVAL_MS = 50;
/** How often the heartbeats of others are observed, as a part of the time after which they are taken over. */
const OBSERVE_PART = 0.2;
/**
 * Concurrent deliveries to a webhook after a failed attempt: several that hang would otherwise delay all others. Two, because
 * another event can succeed meanwhile.
 */
const MAX_IN_FLIGHT_FAILING = 2;
/** Delay after a failure of the database, or of this program. */
const FAILURE_DELAY_MS = 5_000;

/**
 * Delivers events to webhooks. Each tick runs one transaction that stores the outcomes of earlier deliveries and claims
 * new ones, which are then sent outside of it. Times that other processes read are those of the shared clock.
 */
export function startWorker(store: Store, settings: DeliverySettings, logger: Logger): Worker {
  const heartbeats = createHeartbeats(store, settings.takeoverMs);
  const findDead = watchHeartbeats(settings.takeoverMs);
  const wasSetBack = setBackDetector();
  const observeIntervalMs = settings.takeoverMs * OBSERVE_PART;
  /** True if delays may have begun in the future: at the start, and after the shared clock was set back. */
  let checksDelays = true;
  const database = createFailureLog(logger, {
    failure: 'event deliveries are paused: the database is unavailable',
    recovery: 'event deliveries continue',
  });
  const closing = new AbortController();
  const inFlight = new Set<{ webhookId: string; ended: Promise<void> }>();
  let outcomes: Outcome[] = [];
  let lastTick = Number.NEGATIVE_INFINITY;
  let isClosed = false;
  const { wake, sleep, close } = createWorkLoop(tick, MAX_SLEEP_MS, gather);

  /** Outcomes that arrive at about the same time share one transaction, because the commit is the slowest step. */
  async function gather(): Promise<void> {
    if (inFlight.size > 0) await delay(BATCH_DELAY_MS);
    else if (outcomes.length === 0 && performance.now() - lastTick < MIN_TICK_INTERVAL_MS)
      await delay(MIN_TICK_INTERVAL_MS);
    lastTick = performance.now();
  }

  async function tick(): Promise<void> {
    const finished = outcomes;
    outcomes = [];
    const { lease } = heartbeats;
    try {
      // Most processes send none, and each booking wakes them.
      if (finished.length === 0 && !(await store.readUncoordinated(hasPendingDeliveries))) {
        database.succeeded();
        sleep(MAX_SLEEP_MS);
        return;
      }
      const startedAt = performance.now();
      const seen = finished.length > 0 ? undefined : await store.read(readDueWork);
      const isIdle = seen && !seen.needsWrite;
      const work = isIdle ? seen : await store.write((tx) => recordAndClaim(tx, finished, lease), 'rows');
      database.succeeded();
      if (!isIdle) checksDelays = false;
      if (work.claimed.length > 0) lease.extend(startedAt);
      for (const { id } of work.takenOver)
        logger.warn('takes over the event deliveries of a process that ended', { worker: id });
      const sharedNow = () => work.now + (performance.now() - work.at);
      for (const delivery of work.claimed) startDelivery(delivery, lease, sharedNow);
      sleep(work.next === undefined ? MAX_SLEEP_MS : work.next - sharedNow());
    } catch (error) {
      // Nothing is lost: outcomes are stored with the next tick, or the deliveries are sent again after their lease ends.
      const isUnknown = error instanceof CommitLostError;
      outcomes = [
        ...(isUnknown ? finished.map((outcome) => ({ ...outcome, mayBeStored: true })) : finished),
        ...outcomes,
      ];
      // Deliveries that it does not know of may be claimed under this lease: they are taken over like those of another process.
      if (isUnknown) heartbeats.lose(lease);
      if (error instanceof LeaseLostError) {
        heartbeats.lose(lease);
        logger.warn('event deliveries were taken over by another process, because this one was stopped', { error });
        sleep(0);
        return;
      }
      database.failed(error);
      sleep(FAILURE_DELAY_MS);
    }
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

  async function recordAndClaim(tx: Db, finished: readonly Outcome[], lease: Lease) {
    await recordOutcomes(tx, finished, { settings, onDisabled });
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
      const claim = {
        now,
        leaseUntil: now + settings.leaseMs,
        workerId: lease.workerId,
        maxInFlight: due.get(id) ?? 0,
        limit,
      };
      claimed.push(...(await claimDeliveries(tx, id, claim)));
    }
    return { claimed, takenOver, now, at, next };
  }

  /** Reads the shared clock, and the heartbeats of other workers. */
  async function observe(db: Db) {
    const now = await store.now(db);
    // Much time can pass between this read and the commit, so the shared clock is extrapolated from here.
    const at = performance.now();
    if (wasSetBack(now, at)) checksDelays = true;
    const others = await listOtherWorkers(db, heartbeats.lease.workerId);
    return { now, at, others, dead: findDead(others) };
  }

  /** Reads the due webhooks with the most deliveries that each may have in flight, as far as this process has capacity. */
  async function dueWebhooks(db: Db, now: number): Promise<ReadonlyMap<string, number>> {
    if (isClosed || inFlight.size >= settings.maxInFlight) return new Map();
    const due = await listDueWebhooks(db, now);
    const limits = due.map(({ id, consecutive_failures }): [string, number] => [
      id,
      consecutive_failures > 0 ? MAX_IN_FLIGHT_FAILING : settings.maxInFlightPerWebhook,
    ]);
    return new Map(limits.filter(([id, limit]) => countInFlight(id) < limit));
  }

  /** Reads the time of the next delivery. While others deliver, their heartbeats have to be observed. */
  async function nextTime(db: Db, now: number, others: readonly Heartbeat[]): Promise<number | undefined> {
    const next = await nextDueTime(db, now);
    return others.length === 0 ? next : Math.min(next ?? Number.POSITIVE_INFINITY, now + observeIntervalMs);
  }

  const countInFlight = (webhookId: string) => [...inFlight].filter((task) => task.webhookId === webhookId).length;

  function startDelivery(delivery: ClaimedDelivery, lease: Lease, now: () => number): void {
    const { event_id: id, type, time, team_id, data_json } = delivery;
    const notification = notificationOf({ id, type, time, team_id, data_json });
    const send = async () => {
      // Imported with the first delivery, because most processes send none.
      const { attemptDelivery } = await import('./attempt.ts');
      return attemptDelivery(delivery, notification, {
        at: Math.round(now()),
        signal: closing.signal,
        lease,
        settings,
        logger,
      });
    };
    const task = {
      webhookId: delivery.webhook_id,
      ended: send()
        .catch(releaseLater)
        .then((attempt) => {
          outcomes.push({ id: newId('att'), delivery, attempt });
          inFlight.delete(task);
          heartbeats.keepAlive(inFlight.size > 0);
          wake();
        }),
    };
    inFlight.add(task);
    heartbeats.keepAlive(true);
  }

  /** Nothing was sent, because of a failure in this process, for example while its program is being replaced. */
  async function releaseLater(error: unknown): Promise<undefined> {
    logger.error('cannot send an event: it is tried again', { error });
    await delay(FAILURE_DELAY_MS, undefined, { signal: closing.signal, ref: false }).catch(() => {});
  }

  function onDisabled(webhook: string, reason: string): void {
    logger.warn('webhook disabled', { webhook, reason });
  }

  const stopListening = store.onChange('events', wake);
  const stopRetention = startRetention(store, settings, logger);
  wake();
  return {
    async close() {
      isClosed = true;
      stopListening();
      const ended = close();
      await stopRetention();
      await ended;
      const abortTimer = setTimeout(() => closing.abort(), settings.drainMs);
      await Promise.all([...inFlight].map((task) => task.ended));
      clearTimeout(abortTimer);
      const { lease } = heartbeats;
      if (outcomes.length === 0 && !lease.isRegistered) return;
      await store
        .write(async (tx) => {
          await recordOutcomes(tx, outcomes, { settings, onDisabled });
          await removeWorker(tx, lease.workerId);
        }, 'rows')
        .catch((error: unknown) => {
          logger.warn('cannot store delivery outcomes: the deliveries will be repeated', { error });
        });
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
