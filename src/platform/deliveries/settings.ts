import { lookup } from 'node:dns/promises';

/** An address that a name resolved to. */
export interface Address {
  address: string;
  family: number;
}

/** How notifications are delivered. Times are in milliseconds. */
export interface DeliverySettings {
  /** Pauses before the second attempt, the third, and so on; after the last of them the delivery has failed. */
  retryDelaysMs: readonly number[];
  /** For one attempt, from resolving the name to the end of the answer. */
  timeoutMs: number;
  /** After this, another process may take over a delivery that was begun. Much longer than `timeoutMs`. */
  leaseMs: number;
  /** The longest pause that a server can ask for with `Retry-After`. */
  maxRetryAfterMs: number;
  /** Deliveries under way to one webhook, from all processes together. */
  maxInFlightPerWebhook: number;
  /** Deliveries under way from this process. */
  maxInFlight: number;
  /** How long deliveries under way may take after closing has begun. */
  drainMs: number;
  /** How long events that were delivered, and attempts, are kept. */
  retentionMs: number;
  /** Attempts kept for one webhook. */
  maxAttemptsPerWebhook: number;
  /** How often what is older is forgotten. */
  pruneIntervalMs: number;
  /** Whether webhooks may lead to this computer itself, over http too. */
  loopback: boolean;
  /** All addresses of a name. */
  resolve(name: string): Promise<Address[]>;
  /** Certificate authorities to trust instead of Node's, in PEM. */
  ca?: string | undefined;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

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
  leaseMs: MINUTE_MS,
  maxRetryAfterMs: HOUR_MS,
  maxInFlightPerWebhook: 4,
  maxInFlight: 16,
  drainMs: 2 * SECOND_MS,
  retentionMs: 30 * DAY_MS,
  maxAttemptsPerWebhook: 1_000,
  pruneIntervalMs: HOUR_MS,
  loopback: true,
  resolve: (name) => lookup(name, { all: true, order: 'verbatim' }),
};
