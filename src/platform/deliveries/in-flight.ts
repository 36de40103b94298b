import { setTimeout as delay } from 'node:timers/promises';
import type { Notification } from '../../contract/index.ts';
import { newId } from '../../lib/ids.ts';
import type { Logger } from '../../lib/logging/logger.ts';
import type { ClaimedDelivery } from '../store/deliveries/deliveries.ts';
import { notificationOf } from '../store/events.ts';
import type { Heartbeats, Lease } from './heartbeat.ts';
import type { Outcome } from './record.ts';
import type { DeliverySettings } from './settings.ts';

/** Delay after a failure of this program. */
const FAILURE_DELAY_MS = 5_000;

/** Deliveries that this process sends at the moment. */
export interface InFlight {
  readonly size: number;
  /** The number of those to one webhook. */
  countOf(webhookId: string): number;
  /** Sends a delivery under its lease. @param now the current time, by the shared clock. */
  send(delivery: ClaimedDelivery, lease: Lease, now: () => number): void;
  /** Waits for all deliveries for up to `drainMs`, then aborts the rest. */
  drain(): Promise<void>;
}

/** @param onEnded is called with the outcome of each delivery, after it has left. */
export function createInFlight(
  settings: DeliverySettings,
  heartbeats: Heartbeats,
  logger: Logger,
  onEnded: (outcome: Outcome) => void,
): InFlight {
  const closing = new AbortController();
  const tasks = new Set<{ webhookId: string; ended: Promise<void> }>();

  /** Nothing was sent, because of a failure in this process, for example while its program is being replaced. */
  async function releaseLater(error: unknown): Promise<undefined> {
    logger.error('cannot send an event: it is tried again', { error });
    await delay(FAILURE_DELAY_MS, undefined, { signal: closing.signal, ref: false }).catch(() => {});
  }

  async function attempt(delivery: ClaimedDelivery, notification: Notification, lease: Lease, now: () => number) {
    // Imported with the first delivery, because most processes send none.
    const { attemptDelivery } = await import('./attempt.ts');
    const options = { at: Math.round(now()), signal: closing.signal, lease, settings, logger };
    return attemptDelivery(delivery, notification, options);
  }

  return {
    get size() {
      return tasks.size;
    },
    countOf: (webhookId) => [...tasks].filter((task) => task.webhookId === webhookId).length,
    send(delivery, lease, now) {
      const { event_id: id, type, time, team_id, data_json } = delivery;
      const notification = notificationOf({ id, type, time, team_id, data_json });
      const task = {
        webhookId: delivery.webhook_id,
        ended: attempt(delivery, notification, lease, now)
          .catch(releaseLater)
          .then((result) => {
            tasks.delete(task);
            heartbeats.keepAlive(tasks.size > 0);
            onEnded({ id: newId('att'), delivery, attempt: result });
          }),
      };
      tasks.add(task);
      heartbeats.keepAlive(true);
    },
    async drain() {
      const abortTimer = setTimeout(() => closing.abort(), settings.drainMs);
      await Promise.all([...tasks].map((task) => task.ended));
      clearTimeout(abortTimer);
    },
  };
}
