import { lookup } from 'node:dns/promises';

/** An address that a name resolved to. */
export interface Address {
  address: string;
  family: number;
}

/** How notifications are delivered. Times are in milliseconds. */
export interface DeliverySettings {
  /** Pauses before the second attempt, the third, and so on; after the last of them the delivery has failed. */
  pauses: readonly number[];
  /** For one attempt, from resolving the name to the end of the answer. */
  timeoutMs: number;
  /** After this, another process may take over a delivery that was begun. Much longer than `timeoutMs`. */
  leaseMs: number;
  /** The longest pause that a server can ask for with `Retry-After`. */
  longestPauseMs: number;
  /** Deliveries under way to one webhook, from all processes together. */
  perWebhook: number;
  /** Deliveries under way from this process. */
  overall: number;
  /** How long deliveries under way may take after closing has begun. */
  drainMs: number;
  /** How long events that were delivered, and attempts, are kept. */
  retentionMs: number;
  /** Attempts kept for one webhook. */
  attemptsKept: number;
  /** How often what is older is forgotten. */
  forgetEveryMs: number;
  /** Whether webhooks may lead to this computer itself, over http too. */
  loopback: boolean;
  /** All addresses of a name. */
  resolve(name: string): Promise<Address[]>;
  /** Certificate authorities to trust instead of Node's, in PEM. */
  ca?: string | undefined;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const DEFAULT_SETTINGS: DeliverySettings = {
  // Eleven attempts in about a day.
  pauses: [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 8 * HOUR],
  timeoutMs: 15 * SECOND,
  leaseMs: MINUTE,
  longestPauseMs: HOUR,
  perWebhook: 4,
  overall: 16,
  drainMs: 2 * SECOND,
  retentionMs: 30 * DAY,
  attemptsKept: 1_000,
  forgetEveryMs: HOUR,
  loopback: true,
  resolve: (name) => lookup(name, { all: true, order: 'verbatim' }),
};
