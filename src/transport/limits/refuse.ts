import type { ServerResponse } from 'node:http';

/** A request that is refused for the sake of the others. */
export interface Overload {
  status: 413 | 429 | 503;
  error: 'too_large' | 'rate_limited' | 'overloaded' | 'too_many_sessions';
  message: string;
  /** Absent: asking again would change nothing. */
  retryAfterSeconds?: number;
}

export const tooOften = (retryAfterSeconds: number): Overload => ({
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

export const LISTENS_TO_TOO_MUCH: Overload = {
  status: 413,
  error: 'too_large',
  message: 'A request to listen has at most 64 KiB, and a Content-Length. Listen to fewer resources.',
};

const headersOf = ({ retryAfterSeconds }: Overload): Record<string, string> => ({
  'cache-control': 'no-store',
  'content-type': 'application/json',
  // The rest of a body that is too large is not read.
  ...(retryAfterSeconds === undefined ? { connection: 'close' } : { 'retry-after': String(retryAfterSeconds) }),
});
const bodyOf = ({ error, message }: Overload) => JSON.stringify({ error, error_description: message });

/** Answers at once, whatever was still to come of the request. */
export function refuse(outgoing: ServerResponse, overload: Overload): void {
  outgoing.writeHead(overload.status, headersOf(overload)).end(bodyOf(overload));
}

export function overloadResponse(overload: Overload): Response {
  return new Response(bodyOf(overload), { status: overload.status, headers: headersOf(overload) });
}
