import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '../../lib/ids.ts';
import type { Logger } from '../../lib/logger.ts';
import { type ClaimedDelivery, claimDeliveries, nextDue, webhooksDue } from '../store/deliveries.ts';
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
const LONGEST_SLEEP = 60_000;
/** How long to wait for further answers while others are awaited. */
const TOGETHER = 8;
/** After the database could not be written. */
const AFTER_FAILURE = 5_000;

/**
 * Delivers events to webhooks. It works in turns: a turn is one transaction that writes down what became of earlier
 * deliveries and takes new ones; they are sent outside of it. Times that other processes go by are the shared clock's.
 */
export function startWorker(store: Store, settings: DeliverySettings, logger: Logger): Worker {
  const by = newId('wrk');
  const closing = new AbortController();
  const underWay = new Set<{ webhookId: string; ended: Promise<void> }>();
  let outcomes: Outcome[] = [];
  let turning: Promise<void> | undefined;
  let again = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  function wake(): void {
    if (closed) return;
    again = true;
    turning ??= turns().finally(() => {
      turning = undefined;
    });
  }

  async function turns(): Promise<void> {
    while (again && !closed) {
      // Answers that come at about the same time are written down together: a commit takes the longest of all.
      if (underWay.size > 0) await pause(TOGETHER);
      again = false;
      if (!closed) await turn();
    }
  }

  function sleep(milliseconds: number): void {
    clearTimeout(timer);
    // What is due already gives less than nothing, of which newer Nodes warn.
    timer = setTimeout(wake, Math.min(Math.max(milliseconds, 0), LONGEST_SLEEP)).unref();
  }

  async function turn(): Promise<void> {
    const finished = outcomes;
    outcomes = [];
    try {
      const seen = finished.length > 0 ? undefined : await store.read(look);
      const { claimed, now, at, next } =
        seen?.due.length === 0
          ? { ...seen, claimed: [] }
          : await store.write((tx) => recordAndClaim(tx, finished), 'rows');
      const sharedNow = () => now + (performance.now() - at);
      for (const delivery of claimed) begin(delivery, sharedNow);
      sleep(next === undefined ? LONGEST_SLEEP : next - sharedNow());
    } catch (error) {
      // Nothing is lost: they are written down with the next turn, or sent again when their lease has run out.
      outcomes = [...finished, ...outcomes];
      logger.error('Deliveries of events wait: the database cannot be used', { error });
      sleep(AFTER_FAILURE);
    }
  }

  /** What there is to do, as far as this process has room for it. */
  async function look(db: Db) {
    const now = await store.now(db);
    // Between then and the commit much time can go by.
    const at = performance.now();
    const full = closed || underWay.size >= settings.overall;
    const due = full ? [] : await webhooksDue(db, now);
    return { now, at, due: due.filter((id) => countOf(id) < settings.perWebhook), next: await nextDue(db, now) };
  }

  async function recordAndClaim(tx: Db, finished: readonly Outcome[]) {
    await recordOutcomes(tx, finished, { by, settings, onDisabled });
    const { now, at, due, next } = await look(tx);
    const claimed: ClaimedDelivery[] = [];
    for (const id of shuffled(await store.lockFreeWebhooks(tx, due))) {
      const limit = settings.overall - underWay.size - claimed.length;
      if (limit <= 0) break;
      const claim = { now, leaseUntil: now + settings.leaseMs, by, perWebhook: settings.perWebhook, limit };
      claimed.push(...(await claimDeliveries(tx, id, claim)));
    }
    return { claimed, now, at, next };
  }

  const countOf = (webhookId: string) => [...underWay].filter((sending) => sending.webhookId === webhookId).length;

  function begin(delivery: ClaimedDelivery, now: () => number): void {
    const { event_id: id, type, time, team_id, data_json } = delivery;
    const notification = notificationOf({ id, type, time, team_id, data_json });
    const send = async () => {
      // Loaded with the first delivery, because most starts have none.
      const { attempt } = await import('./attempt.ts');
      return attempt(delivery, notification, { at: Math.round(now()), signal: closing.signal, settings, logger });
    };
    const sending = {
      webhookId: delivery.webhook_id,
      ended: send().then((attempt) => {
        outcomes.push({ delivery, attempt });
        underWay.delete(sending);
        wake();
      }),
    };
    underWay.add(sending);
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
      await turning;
      const late = setTimeout(() => closing.abort(), settings.drainMs);
      await Promise.all([...underWay].map((sending) => sending.ended));
      clearTimeout(late);
      if (outcomes.length === 0) return;
      await store
        .write((tx) => recordOutcomes(tx, outcomes, { by, settings, onDisabled }), 'rows')
        .catch((error: unknown) => {
          logger.error('What became of deliveries could not be written down: they are repeated', { error });
        });
    },
  };
}

/** In another order each time: where there is more than can be taken, everybody's turn comes. */
function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, key: Math.random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}
