import { Webhook } from 'standardwebhooks';
import { errors } from 'undici';
import type { Notification } from '../../contract/index.ts';
import type { Logger } from '../../lib/logger.ts';
import { errorCode, isCertificateCode } from '../../lib/network-errors.ts';
import { AddressRefused, NameNotFound } from './address.ts';
import { post, type WebhookResponse } from './post.ts';
import { requestedPause } from './schedule.ts';
import type { DeliverySettings } from './settings.ts';

/** Why there was no answer. */
export type AttemptError =
  | 'timeout'
  | 'address_refused'
  | 'name_not_found'
  | 'connection_refused'
  | 'certificate'
  | 'connection_lost'
  | 'invalid_response'
  /** Nobody foresaw it: the log has the rest. */
  | 'internal_error';

/** What came of one attempt. */
export interface Attempt {
  /** When it began, by the shared clock. */
  at: number;
  durationMs: number;
  /** Of the answer, if there was one. */
  status: number | null;
  error: AttemptError | null;
  /** Milliseconds from the end of the attempt in which the other side wants to be left alone. */
  retryAfterMs: number | undefined;
}

export interface WebhookTarget {
  url: string;
  secret: string;
}

export interface AttemptOptions {
  /** The time by the shared clock. */
  at: number;
  signal: AbortSignal;
  settings: DeliverySettings;
  logger: Logger;
}

/** Tells one notification. Undefined when `signal` ended it, and nobody knows what came of it. */
export async function attemptDelivery(
  { url, secret }: WebhookTarget,
  notification: Notification,
  { at, signal, settings, logger }: AttemptOptions,
): Promise<Attempt | undefined> {
  const began = performance.now();
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), settings.timeoutMs);
  const finished = (result: Pick<Attempt, 'status' | 'error'>, retryAfterMs?: number): Attempt => ({
    at,
    durationMs: Math.round(performance.now() - began),
    ...result,
    retryAfterMs,
  });
  try {
    const body = JSON.stringify(notification);
    const headers = signedHeaders({ id: notification.id, at, secret, body });
    const either = AbortSignal.any([signal, limit.signal]);
    const answer = await post({ url: new URL(url), headers, body, signal: either }, settings);
    return finished({ status: answer.status, error: null }, retryAfterOf(answer, settings));
  } catch (error) {
    if (limit.signal.aborted) return finished({ status: null, error: 'timeout' });
    if (signal.aborted) return undefined;
    const kind = errorKind(error);
    if (kind === 'internal_error') logger.error('An event could not be sent', { event: notification.id, error });
    return finished({ status: null, error: kind });
  } finally {
    clearTimeout(timer);
  }
}

/** The headers of Standard Webhooks: who gets the body can check that it comes from here, unchanged and not long ago. */
function signedHeaders({ id, at, secret, body }: { id: string; at: number; secret: string; body: string }) {
  const time = new Date(at);
  return {
    'content-type': 'application/json',
    'user-agent': 'rcpt-mcp',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at / 1_000)),
    'webhook-signature': new Webhook(secret).sign(id, time, body),
  };
}

function retryAfterOf(
  { status, retryAfter }: WebhookResponse,
  { maxRetryAfterMs }: DeliverySettings,
): number | undefined {
  return status === 429 || status === 503 ? requestedPause(retryAfter, Date.now(), maxRetryAfterMs) : undefined;
}

function errorKind(error: unknown): AttemptError {
  if (error instanceof AddressRefused) return 'address_refused';
  if (error instanceof NameNotFound) return 'name_not_found';
  const code = errorCode(error);
  if (code === 'ECONNREFUSED') return 'connection_refused';
  if (code === 'ETIMEDOUT' || code === 'UND_ERR_CONNECT_TIMEOUT') return 'timeout';
  if (isCertificateCode(code)) return 'certificate';
  if (error instanceof errors.HTTPParserError) return 'invalid_response';
  return code === '' ? 'internal_error' : 'connection_lost';
}
