import type { Logger } from '../../lib/logger.ts';
import { forgetAllBut, forgetAttempts, forgetEvents, webhookIds } from '../store/forgetting.ts';
import type { Db } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import type { DeliverySettings } from './settings.ts';

/** The first time comes soon, because many processes do not live for long. */
const FIRST = 60_000;

/** Forgets from time to time what is too old to be of use. Returns what ends it. */
export function startForgetting(store: Store, settings: DeliverySettings, logger: Logger): () => Promise<void> {
  let closed = false;
  let running = Promise.resolve();
  let timer = later(Math.min(FIRST, settings.forgetEveryMs));

  function later(milliseconds: number): NodeJS.Timeout {
    const next = setTimeout(() => {
      running = forget()
        .catch((error: unknown) => logger.warn('Old events could not be forgotten', { error }))
        .then(() => {
          if (!closed) timer = later(settings.forgetEveryMs);
        });
    }, milliseconds);
    return next.unref();
  }

  async function forget(): Promise<void> {
    const before = (await store.read(store.now)) - settings.retentionMs;
    await inParts((tx) => forgetEvents(tx, before));
    await inParts((tx) => forgetAttempts(tx, before));
    for (const id of await store.read(webhookIds)) await inParts((tx) => forgetAllBut(tx, id, settings.attemptsKept));
  }

  async function inParts(part: (tx: Db) => Promise<boolean>): Promise<void> {
    while (!closed && (await store.write(part, 'rows')));
  }

  return async () => {
    closed = true;
    clearTimeout(timer);
    await running;
  };
}
