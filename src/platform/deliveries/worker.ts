import { setTimeout as delay } from 'node:timers/promises';
import { createWorkLoop } from '../../lib/concurrency/work-loop.ts';
import { createFailureLog } from '../../lib/logging/failure-log.ts';
import type { Logger } from '../../lib/logging/logger.ts';
import { CommitLostError } from '../../lib/postgres/errors.ts';
import { hasPendingDeliveries } from '../store/deliveries/deliveries.ts';
import { removeWorker } from '../store/deliveries/delivery-workers.ts';
import type { Store } from '../store/store.ts';
import { createClaims } from './claims.ts';
import { createHeartbeats, type Lease, LeaseLostError } from './heartbeat.ts';
import { createInFlight } from './in-flight.ts';
import { isAccepted, type Outcome, recordOutcomes } from './record.ts';
import { startRetention } from './retention.ts';
import type { DeliverySettings } from './settings.ts';

/** Receives whether the receiver accepted the event. */
export type OnWebhookAttempt = (accepted: boolean) => void;

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
/** Delay after a failure of the database. */
const FAILURE_DELAY_MS = 5_000;

/**
 * Delivers events to webhooks. Each tick runs one transaction that stores the outcomes of earlier deliveries and claims
 * new ones, which are then sent outside of it. Times that other processes read are those of the shared clock.
 */
export function startWorker(
  store: Store,
  settings: DeliverySettings,
  logger: Logger,
  onAttempt?: OnWebhookAttempt,
): Worker {
  const heartbeats = createHeartbeats(store, settings.takeoverMs);
  const database = createFailureLog(logger, {
    failure: 'event deliveries are paused: the database is unavailable',
    recovery: 'event deliveries continue',
  });
  const context = {
    settings,
    onDisabled: (webhook: string, reason: string) => logger.warn('webhook disabled', { webhook, reason }),
  };
  /** Outcomes of deliveries that the database does not have yet. */
  let outcomes: Outcome[] = [];
  const inFlight = createInFlight(settings, heartbeats, logger, (outcome) => {
    outcomes.push(outcome);
    if (outcome.attempt) onAttempt?.(isAccepted(outcome.attempt));
    wake();
  });
  const claims = createClaims(store, heartbeats, inFlight, context);
  let lastTick = Number.NEGATIVE_INFINITY;
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
      const work = await claims.recordAndClaim(finished, lease);
      database.succeeded();
      if (work.claimed.length > 0) lease.extend(startedAt);
      for (const { id } of work.takenOver)
        logger.warn('takes over the event deliveries of a process that ended', { worker: id });
      const sharedNow = () => work.now + (performance.now() - work.at);
      for (const delivery of work.claimed) inFlight.send(delivery, lease, sharedNow);
      sleep(work.next === undefined ? MAX_SLEEP_MS : work.next - sharedNow());
    } catch (error) {
      recover(error, finished, lease);
    }
  }

  /** Nothing is lost: outcomes are stored with the next tick, or the deliveries are sent again after their lease ends. */
  function recover(error: unknown, finished: readonly Outcome[], lease: Lease): void {
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

  /** Stores the last outcomes, and removes this worker. */
  async function recordLast(): Promise<void> {
    const { lease } = heartbeats;
    if (outcomes.length === 0 && !lease.isRegistered) return;
    await store
      .write(async (tx) => {
        await recordOutcomes(tx, outcomes, context);
        await removeWorker(tx, lease.workerId);
      }, 'rows')
      .catch((error: unknown) => {
        logger.warn('cannot store delivery outcomes: the deliveries will be repeated', { error });
      });
  }

  const stopListening = store.onChange('events', wake);
  const stopRetention = startRetention(store, settings, logger);
  wake();
  return {
    async close() {
      claims.stop();
      stopListening();
      const ended = close();
      await stopRetention();
      await ended;
      await inFlight.drain();
      await recordLast();
    },
  };
}
