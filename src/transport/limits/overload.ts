import type { ServerResponse } from 'node:http';
import { sendJson } from '../http/send-json.ts';
import { MAX_LISTEN_BYTES } from './long-lived.ts';

/** The refusal of a request that protects the server or other callers. */
export interface Overload {
  status: 413 | 429 | 503;
  error: 'too_large' | 'rate_limited' | 'overloaded' | 'too_many_sessions';
  message: string;
  /** Absent if a retry would be refused as well. */
  retryAfterSeconds?: number;
  /** True if the rest of the request is not read: its connection cannot be used again. */
  closes?: boolean;
}

export const rateLimited = (retryAfterSeconds: number): Overload => ({
  status: 429,
  error: 'rate_limited',
  message: `Too many requests: nothing was done. Ask again after ${retryAfterSeconds} seconds.`,
  retryAfterSeconds,
});

export const TOO_MANY: Overload = {
  status: 503,
  error: 'overloaded',
  message: 'Too many requests at the same time: nothing was done. Ask again in a moment.',
  retryAfterSeconds: 1,
};

export const TOO_MANY_STREAMS: Overload = {
  status: 503,
  error: 'overloaded',
  message: 'Too many streams are open, of this caller or of all: none was opened. Close one, or ask again later.',
  retryAfterSeconds: 30,
};

export const BODY_REFUSED: Overload = {
  status: 503,
  error: 'overloaded',
  message:
    'Too many requests were being sent at the same time, large or slow ones: this one was not read, and nothing was done.',
  retryAfterSeconds: 1,
  closes: true,
};

export const SUBSCRIPTION_TOO_LARGE: Overload = {
  status: 413,
  error: 'too_large',
  message: `A request to listen has at most ${MAX_LISTEN_BYTES / 1024} KiB, and a Content-Length. Listen to fewer resources.`,
  closes: true,
};

const headersOf = ({ retryAfterSeconds, closes }: Overload): Record<string, string> => ({
  'cache-control': 'no-store',
  ...(closes ? { connection: 'close' } : {}),
  ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
});
const bodyOf = ({ error, message }: Overload) => ({ error, error_description: message });

/** Sends the refusal immediately, without waiting for the rest of the request. */
export function refuseOverload(outgoing: ServerResponse, overload: Overload): void {
  sendJson(outgoing, overload.status, bodyOf(overload), headersOf(overload));
}

/** Returns the refusal as a web response. */
export function overloadResponse(overload: Overload): Response {
  return Response.json(bodyOf(overload), { status: overload.status, headers: headersOf(overload) });
}
