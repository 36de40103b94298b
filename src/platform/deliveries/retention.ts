import type { Logger } from '../../lib/logging/logger.ts';
import { pruneReportBodies } from '../store/calls/call-reports.ts';
import { pruneWorkers } from '../store/deliveries/delivery-workers.ts';
import { failStrandedDeliveries } from '../store/deliveries/webhook-health.ts';
import type { LockScope } from '../store/engine.ts';
import {
  listWebhookIds,
  pruneAttempts,
  pruneAttemptsBeyond,
  pruneErasedIdentifiers,
  pruneEvents,
} from '../store/retention.ts';
import type { Db } from '../store/schema/schema.ts';
import type { Store } from '../store/store.ts';
import type { DeliverySettings } from './settings.ts';

/** Delay of the first run in milliseconds; short, because many processes do not run for long. */
const FIRST_RUN_DELAY_MS = 60_000;

/** Periodically prunes old events, delivery attempts, bodies of reports and digests of erased customers. Returns the function that stops it. */
export function startRetention(store: Store, settings: DeliverySettings, logger: Logger): () => Promise<void> {
  let isClosed = false;
  let running = Promise.resolve();
  let timer = scheduleRun(Math.min(FIRST_RUN_DELAY_MS, settings.pruneIntervalMs));

  function scheduleRun(milliseconds: number): NodeJS.Timeout {
    const nextTimer = setTimeout(() => {
      running = prune()
        .catch((error: unknown) => logger.warn('cannot prune old events', { error }))
        .then(() => {
          if (!isClosed) timer = scheduleRun(settings.pruneIntervalMs);
        });
    }, milliseconds);
    return nextTimer.unref();
  }

  async function prune(): Promise<void> {
    const now = await store.read(store.now);
    const before = now - settings.retentionMs;
    // Not while deliveries are requeued, which locks all: what is pending again is neither ended nor deleted.
    await store.write(failStrandedDeliveries, 'all');
    await runInChunks((tx) => pruneEvents(tx, before), 'all');
    await runInChunks((tx) => pruneAttempts(tx, before));
    await runInChunks((tx) => pruneReportBodies(tx, before));
    await store.write((tx) => pruneWorkers(tx, before), 'rows');
    await store.write((tx) => pruneErasedIdentifiers(tx, now), 'rows');
    for (const id of await store.read(listWebhookIds))
      await runInChunks((tx) => pruneAttemptsBeyond(tx, id, settings.maxAttemptsPerWebhook));
  }

  async function runInChunks(deleteChunk: (tx: Db) => Promise<boolean>, scope: LockScope = 'rows'): Promise<void> {
    while (!isClosed && (await store.write(deleteChunk, scope)));
  }

  return async () => {
    isClosed = true;
    clearTimeout(timer);
    await running;
  };
}
