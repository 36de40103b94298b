import type { Notification } from '../../contract/index.ts';
import { AddressRefused, NameNotFound } from './address.ts';
import { type Answered, post } from './post.ts';
import { requestedPause } from './schedule.ts';
import type { DeliverySettings } from './settings.ts';

/** Why there was no answer. */
export type AttemptError =
  | 'timeout'
  | 'address_refused'
  | 'name_not_found'
  | 'connection_refused'
  | 'certificate'
  | 'connection_lost';

/** What came of one attempt. */
export interface Attempt {
  /** When it began, by the shared clock. */
  at: number;
  durationMs: number;
  /** Of the answer, if there was one. */
  status: number | null;
  error: AttemptError | null;
  /** Milliseconds from the end of the attempt in which the other side wants to be left alone. */
  pauseMs: number | undefined;
}

export interface Target {
  url: string;
  secret: string;
}

/** Tells one notification. Undefined when `signal` ended it, and nobody knows what came of it. */
export async function attempt(
  { url, secret }: Target,
  notification: Notification,
  { at, signal, settings }: { at: number; signal: AbortSignal; settings: DeliverySettings },
): Promise<Attempt | undefined> {
  const began = performance.now();
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), settings.timeoutMs);
  const finished = (result: Pick<Attempt, 'status' | 'error'>, pauseMs?: number): Attempt => ({
    at,
    durationMs: Math.round(performance.now() - began),
    ...result,
    pauseMs,
  });
  try {
    const body = JSON.stringify(notification);
    const headers = await signed({ id: notification.id, at, secret, body });
    const either = AbortSignal.any([signal, limit.signal]);
    const answer = await post({ url: new URL(url), headers, body, signal: either }, settings);
    return finished({ status: answer.status, error: null }, pauseOf(answer, settings));
  } catch (error) {
    if (limit.signal.aborted) return finished({ status: null, error: 'timeout' });
    if (signal.aborted) return undefined;
    return finished({ status: null, error: errorKind(error) });
  } finally {
    clearTimeout(timer);
  }
}

/** The headers of Standard Webhooks: who gets the body can check that it comes from here, unchanged and not long ago. */
async function signed({ id, at, secret, body }: { id: string; at: number; secret: string; body: string }) {
  const { Webhook } = await import('standardwebhooks');
  const time = new Date(at);
  return {
    'content-type': 'application/json',
    'user-agent': 'rcpt-mcp',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at / 1_000)),
    'webhook-signature': new Webhook(secret).sign(id, time, body),
  };
}

function pauseOf({ status, retryAfter }: Answered, { longestPauseMs }: DeliverySettings): number | undefined {
  return status === 429 || status === 503 ? requestedPause(retryAfter, Date.now(), longestPauseMs) : undefined;
}

/** Codes of OpenSSL's and Node's certificate checks. */
const CERTIFICATE = /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|EPROTO$|HOSTNAME_MISMATCH$)/;

function errorKind(error: unknown): AttemptError {
  if (error instanceof AddressRefused) return 'address_refused';
  if (error instanceof NameNotFound) return 'name_not_found';
  const code = errorCode(error);
  if (code === 'ECONNREFUSED') return 'connection_refused';
  if (code === 'ETIMEDOUT') return 'timeout';
  return CERTIFICATE.test(code) ? 'certificate' : 'connection_lost';
}

function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return '';
  // Several addresses were tried, each with an error of its own.
  if (error instanceof AggregateError && error.errors.length > 0) return errorCode(error.errors[0]);
  return (error as NodeJS.ErrnoException).code ?? errorCode(error.cause);
}
