import { setTimeout as delay } from 'node:timers/promises';
import { newId } from '../../lib/ids.ts';
import type { Logger } from '../../lib/logger.ts';
import { type ClaimedDelivery, claimDeliveries, listDueWebhooks, nextDueTime } from '../store/deliveries.ts';
import { notificationOf } from '../store/events.ts';
import type { Db } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
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
/** Delay after a database failure. */
const FAILURE_DELAY_MS = 5_000;

/**
 * Delivers events to webhooks. Each tick runs one transaction that stores the outcomes of earlier deliveries and claims
 * new ones, which are then sent outside of it. Times that other processes read are those of the shared clock.
 */
export function startWorker(store: Store, settings: DeliverySettings, logger: Logger): Worker {
  const workerId = newId('wrk');
  const closing = new AbortController();
  const inFlight = new Set<{ webhookId: string; ended: Promise<void> }>();
  let outcomes: Outcome[] = [];
  let ticking: Promise<void> | undefined;
  let tickRequested = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  function wake(): void {
    if (closed) return;
    tickRequested = true;
    ticking ??= runTicks().finally(() => {
      ticking = undefined;
    });
  }

  async function runTicks(): Promise<void> {
    while (tickRequested && !closed) {
      // Outcomes that arrive at about the same time share one transaction, because the commit is the slowest step.
      if (inFlight.size > 0) await delay(BATCH_DELAY_MS);
      tickRequested = false;
      if (!closed) await tick();
    }
  }

  function sleep(milliseconds: number): void {
    clearTimeout(timer);
    // Overdue deliveries give a negative delay, about which newer Node versions warn.
    timer = setTimeout(wake, Math.min(Math.max(milliseconds, 0), MAX_SLEEP_MS)).unref();
  }

  async function tick(): Promise<void> {
    const finished = outcomes;
    outcomes = [];
    try {
      const dueWork = finished.length > 0 ? undefined : await store.read(readDueWork);
      const { claimed, now, at, next } =
        dueWork?.due.length === 0
          ? { ...dueWork, claimed: [] }
          : await store.write((tx) => recordAndClaim(tx, finished), 'rows');
      const sharedNow = () => now + (performance.now() - at);
      for (const delivery of claimed) startDelivery(delivery, sharedNow);
      sleep(next === undefined ? MAX_SLEEP_MS : next - sharedNow());
    } catch (error) {
      // Nothing is lost: outcomes are stored with the next tick, or the deliveries are sent again after their lease ends.
      outcomes = [...finished, ...outcomes];
      logger.error('event deliveries are paused: the database is unavailable', { error });
      sleep(FAILURE_DELAY_MS);
    }
  }

  /** Reads the due webhooks, as far as this process has capacity, and the time of the next delivery. */
  async function readDueWork(db: Db) {
    const now = await store.now(db);
    // Much time can pass between this read and the commit, so the shared clock is extrapolated from here.
    const at = performance.now();
    const full = closed || inFlight.size >= settings.maxInFlight;
    const due = full ? [] : await listDueWebhooks(db, now);
    return {
      now,
      at,
      due: due.filter((id) => countInFlight(id) < settings.maxInFlightPerWebhook),
      next: await nextDueTime(db, now),
    };
  }

  async function recordAndClaim(tx: Db, finished: readonly Outcome[]) {
    await recordOutcomes(tx, finished, { workerId, settings, onDisabled });
    const { now, at, due, next } = await readDueWork(tx);
    const claimed: ClaimedDelivery[] = [];
    for (const id of shuffle(await store.lockWebhooksSkipLocked(tx, due))) {
      const limit = settings.maxInFlight - inFlight.size - claimed.length;
      if (limit <= 0) break;
      const claim = {
        now,
        leaseUntil: now + settings.leaseMs,
        workerId,
        maxInFlight: settings.maxInFlightPerWebhook,
        limit,
      };
      claimed.push(...(await claimDeliveries(tx, id, claim)));
    }
    return { claimed, now, at, next };
  }

  const countInFlight = (webhookId: string) => [...inFlight].filter((task) => task.webhookId === webhookId).length;

  function startDelivery(delivery: ClaimedDelivery, now: () => number): void {
    const { event_id: id, type, time, team_id, data_json } = delivery;
    const notification = notificationOf({ id, type, time, team_id, data_json });
    const send = async () => {
      // Imported with the first delivery, because most processes send none.
      const { attemptDelivery } = await import('./attempt.ts');
      return attemptDelivery(delivery, notification, {
        at: Math.round(now()),
        signal: closing.signal,
        settings,
        logger,
      });
    };
    const task = {
      webhookId: delivery.webhook_id,
      ended: send().then((attempt) => {
        outcomes.push({ delivery, attempt });
        inFlight.delete(task);
        wake();
      }),
    };
    inFlight.add(task);
  }

  function onDisabled(webhook: string, reason: string): void {
    logger.warn('webhook disabled', { webhook, reason });
  }

  const stopListening = store.onChange(wake);
  const stopRetention = startRetention(store, settings, logger);
  wake();
  return {
    async close() {
      closed = true;
      stopListening();
      clearTimeout(timer);
      await stopRetention();
      await ticking;
      const abortTimer = setTimeout(() => closing.abort(), settings.drainMs);
      await Promise.all([...inFlight].map((task) => task.ended));
      clearTimeout(abortTimer);
      if (outcomes.length === 0) return;
      await store
        .write((tx) => recordOutcomes(tx, outcomes, { workerId, settings, onDisabled }), 'rows')
        .catch((error: unknown) => {
          logger.error('cannot store delivery outcomes: the deliveries will be repeated', { error });
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
