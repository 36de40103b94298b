import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../lib/time/units.ts';
import type { OutgoingSettings } from '../outgoing/settings.ts';

/** Settings of webhook delivery. Times are in milliseconds. */
export interface DeliverySettings extends OutgoingSettings {
  /** Backoff delays before the second attempt, the third, and so on. After the last attempt the delivery has failed. */
  retryDelaysMs: readonly number[];
  /** Deliveries of a process whose heartbeat stands still for this long are taken over. */
  takeoverMs: number;
  /**
   * Lease of a claimed delivery, by the shared clock, for versions of this program without heartbeats. Must be much longer
   * than `timeoutMs`.
   */
  leaseMs: number;
  /** Upper bound for the delay that a receiver requests with `Retry-After`. */
  maxRetryAfterMs: number;
  /** Maximum concurrent deliveries to one webhook, over all processes. */
  maxInFlightPerWebhook: number;
  /** Maximum concurrent deliveries of this process. */
  maxInFlight: number;
  /** Time that deliveries in flight have to finish after closing starts. */
  drainMs: number;
  /** Retention of delivered events and of attempts. */
  retentionMs: number;
  /** Attempts retained per webhook. */
  maxAttemptsPerWebhook: number;
  /** Time between two prune runs. */
  pruneIntervalMs: number;
}

export const DEFAULT_SETTINGS: DeliverySettings = {
  // Eleven attempts in about a day.
  retryDelaysMs: [
    5 * SECOND_MS,
    30 * SECOND_MS,
    2 * MINUTE_MS,
    10 * MINUTE_MS,
    30 * MINUTE_MS,
    HOUR_MS,
    2 * HOUR_MS,
    4 * HOUR_MS,
    8 * HOUR_MS,
    8 * HOUR_MS,
  ],
  timeoutMs: 15 * SECOND_MS,
  takeoverMs: 10 * SECOND_MS,
  leaseMs: MINUTE_MS,
  maxRetryAfterMs: HOUR_MS,
  maxInFlightPerWebhook: 4,
  maxInFlight: 16,
  drainMs: 2 * SECOND_MS,
  retentionMs: 30 * DAY_MS,
  maxAttemptsPerWebhook: 1_000,
  pruneIntervalMs: HOUR_MS,
  loopback: true,
  resolve: async (name) => (await import('node:dns/promises')).lookup(name, { all: true, order: 'verbatim' }),
};
