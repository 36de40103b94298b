import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '../../lib/ids.ts';
import type { Logger } from '../../lib/logger.ts';
import { type ClaimedDelivery, claimDeliveries, listDueWebhooks, nextDueTime } from '../store/deliveries.ts';
import { notificationOf } from '../store/events.ts';
import type { Db } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { startForgetting } from './forget.ts';
import { type Outcome, recordOutcomes } from './record.ts';
import type { DeliverySettings } from './settings.ts';

export interface Worker {
  /** Takes no more deliveries, lets those under way end (bounded), and gives back the others. */
  close(): Promise<void>;
}

/** The longest time without looking whether there is something to do, in case that nobody said so. */
const MAX_SLEEP_MS = 60_000;
/** How long to wait for further answers while others are awaited. */
const BATCH_DELAY_MS = 8;
/** After the database could not be written. */
const FAILURE_DELAY_MS = 5_000;

/**
 * Delivers events to webhooks. It works in turns: a turn is one transaction that writes down what became of earlier
 * deliveries and takes new ones; they are sent outside of it. Times that other processes go by are the shared clock's.
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
      // Answers that come at about the same time are written down together: a commit takes the longest of all.
      if (inFlight.size > 0) await pause(BATCH_DELAY_MS);
      tickRequested = false;
      if (!closed) await tick();
    }
  }

  function sleep(milliseconds: number): void {
    clearTimeout(timer);
    // What is due already gives less than nothing, of which newer Nodes warn.
    timer = setTimeout(wake, Math.min(Math.max(milliseconds, 0), MAX_SLEEP_MS)).unref();
  }

  async function tick(): Promise<void> {
    const finished = outcomes;
    outcomes = [];
    try {
      const seen = finished.length > 0 ? undefined : await store.read(readDueWork);
      const { claimed, now, at, next } =
        seen?.due.length === 0
          ? { ...seen, claimed: [] }
          : await store.write((tx) => recordAndClaim(tx, finished), 'rows');
      const sharedNow = () => now + (performance.now() - at);
      for (const delivery of claimed) startDelivery(delivery, sharedNow);
      sleep(next === undefined ? MAX_SLEEP_MS : next - sharedNow());
    } catch (error) {
      // Nothing is lost: they are written down with the next turn, or sent again when their lease has run out.
      outcomes = [...finished, ...outcomes];
      logger.error('Deliveries of events wait: the database cannot be used', { error });
      sleep(FAILURE_DELAY_MS);
    }
  }

  /** What there is to do, as far as this process has room for it. */
  async function readDueWork(db: Db) {
    const now = await store.now(db);
    // Between then and the commit much time can go by.
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
    for (const id of shuffle(await store.lockFreeWebhooks(tx, due))) {
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

  const countInFlight = (webhookId: string) =>
    [...inFlight].filter((sending) => sending.webhookId === webhookId).length;

  function startDelivery(delivery: ClaimedDelivery, now: () => number): void {
    const { event_id: id, type, time, team_id, data_json } = delivery;
    const notification = notificationOf({ id, type, time, team_id, data_json });
    const send = async () => {
      // Loaded with the first delivery, because most starts have none.
      const { attemptDelivery } = await import('./attempt.ts');
      return attemptDelivery(delivery, notification, {
        at: Math.round(now()),
        signal: closing.signal,
        settings,
        logger,
      });
    };
    const sending = {
      webhookId: delivery.webhook_id,
      ended: send().then((attempt) => {
        outcomes.push({ delivery, attempt });
        inFlight.delete(sending);
        wake();
      }),
    };
    inFlight.add(sending);
  }

  function onDisabled(webhook: string, reason: string): void {
    logger.warn('A webhook is not sent to any more', { webhook, reason });
  }

  const stopListening = store.onChange(wake);
  const stopForgetting = startForgetting(store, settings, logger);
  wake();
  return {
    async close() {
      closed = true;
      stopListening();
      clearTimeout(timer);
      await stopForgetting();
      await ticking;
      const abortTimer = setTimeout(() => closing.abort(), settings.drainMs);
      await Promise.all([...inFlight].map((sending) => sending.ended));
      clearTimeout(abortTimer);
      if (outcomes.length === 0) return;
      await store
        .write((tx) => recordOutcomes(tx, outcomes, { workerId, settings, onDisabled }), 'rows')
        .catch((error: unknown) => {
          logger.error('What became of deliveries could not be written down: they are repeated', { error });
        });
    },
  };
}

/** In another order each time: where there is more than can be taken, everybody's turn comes. */
function shuffle<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, key: Math.random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}
