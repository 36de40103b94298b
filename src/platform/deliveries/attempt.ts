import type { Notification } from '../../contract/index.ts';
import { sign } from '../../lib/crypto/standard-webhooks.ts';
import type { Logger } from '../../lib/logging/logger.ts';
import { type AttemptError, errorKind } from '../outgoing/attempt-error.ts';
import { retryAfterDelay } from '../outgoing/backoff.ts';
import { type Lease, LeaseLostError } from './heartbeat.ts';
import { post, type WebhookResponse } from './post.ts';
import type { DeliverySettings } from './settings.ts';

/** Result of one delivery attempt. */
export interface Attempt {
  /** Start of the attempt, by the shared clock. */
  at: number;
  durationMs: number;
  /** HTTP status of the response; null if there was none. */
  status: number | null;
  error: AttemptError | null;
  /** Milliseconds from the end of the attempt that the receiver asked to wait (`Retry-After`). */
  retryAfterMs: number | undefined;
}

interface WebhookTarget {
  url: string;
  secret: string;
}

interface AttemptOptions {
  /** The current time, by the shared clock. */
  at: number;
  signal: AbortSignal;
  /** Nothing is sent without it any more. Absent if the notification is not of the log. */
  lease?: Lease;
  settings: DeliverySettings;
  logger: Logger;
}

/** Sends one notification. Returns undefined if it was aborted, so that the outcome is unknown. */
export async function attemptDelivery(
  { url, secret }: WebhookTarget,
  notification: Notification,
  { at, signal, lease, settings, logger }: AttemptOptions,
): Promise<Attempt | undefined> {
  const startedAt = performance.now();
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), settings.timeoutMs);
  const resultOf = (result: Pick<Attempt, 'status' | 'error'>, retryAfterMs?: number): Attempt => ({
    at,
    durationMs: Math.round(performance.now() - startedAt),
    ...result,
    retryAfterMs,
  });
  try {
    const body = JSON.stringify(notification);
    const headers = signedHeaders({ id: notification.id, at, secret, body });
    const abortOrTimeout = AbortSignal.any([signal, timeout.signal, ...(lease ? [lease.signal] : [])]);
    const assertMaySend = () => {
      if (lease?.isValid() === false) throw new LeaseLostError('the lease ended before the notification was sent');
    };
    const response = await post({ url: new URL(url), headers, body, signal: abortOrTimeout, assertMaySend }, settings);
    return resultOf(
      { status: response.status, error: null },
      retryAfterOf(response, at + performance.now() - startedAt, settings),
    );
  } catch (error) {
    if (timeout.signal.aborted) return resultOf({ status: null, error: 'timeout' });
    if (signal.aborted || lease?.signal.aborted || error instanceof LeaseLostError) return undefined;
    const kind = errorKind(error);
    if (kind === 'internal_error') logger.error('cannot send an event', { event: notification.id, error });
    return resultOf({ status: null, error: kind });
  } finally {
    clearTimeout(timer);
  }
}

/** The headers of Standard Webhooks. The signature proves the origin, integrity and age of the body to the receiver. */
function signedHeaders({ id, at, secret, body }: { id: string; at: number; secret: string; body: string }) {
  const timestamp = Math.floor(at / 1_000);
  return {
    'content-type': 'application/json',
    'user-agent': 'rcpt-mcp',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${sign({ id, timestamp, body }, secret)}`,
  };
}

function retryAfterOf(
  { status, retryAfter }: WebhookResponse,
  now: number,
  { maxRetryAfterMs }: DeliverySettings,
): number | undefined {
  return status === 429 || status === 503 ? retryAfterDelay(retryAfter, now, maxRetryAfterMs) : undefined;
}
