import type { Logger } from '../../lib/logger.ts';
import { forgetAllBut, forgetAttempts, forgetEvents, listWebhookIds } from '../store/forgetting.ts';
import type { Db } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import type { DeliverySettings } from './settings.ts';

/** The first time comes soon, because many processes do not live for long. */
const FIRST_RUN_DELAY_MS = 60_000;

/** Forgets from time to time what is too old to be of use. Returns what ends it. */
export function startForgetting(store: Store, settings: DeliverySettings, logger: Logger): () => Promise<void> {
  let closed = false;
  let running = Promise.resolve();
  let timer = scheduleRun(Math.min(FIRST_RUN_DELAY_MS, settings.pruneIntervalMs));

  function scheduleRun(milliseconds: number): NodeJS.Timeout {
    const next = setTimeout(() => {
      running = prune()
        .catch((error: unknown) => logger.warn('Old events could not be forgotten', { error }))
        .then(() => {
          if (!closed) timer = scheduleRun(settings.pruneIntervalMs);
        });
    }, milliseconds);
    return next.unref();
  }

  async function prune(): Promise<void> {
    const before = (await store.read(store.now)) - settings.retentionMs;
    await runInChunks((tx) => forgetEvents(tx, before));
    await runInChunks((tx) => forgetAttempts(tx, before));
    for (const id of await store.read(listWebhookIds))
      await runInChunks((tx) => forgetAllBut(tx, id, settings.maxAttemptsPerWebhook));
  }

  async function runInChunks(part: (tx: Db) => Promise<boolean>): Promise<void> {
    while (!closed && (await store.write(part, 'rows')));
  }

  return async () => {
    closed = true;
    clearTimeout(timer);
    await running;
  };
}
