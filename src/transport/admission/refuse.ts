import type { ServerResponse } from 'node:http';

/** A request that is refused for the sake of the others. */
export interface Overload {
  status: 429 | 503;
  error: 'rate_limited' | 'overloaded' | 'too_many_sessions';
  message: string;
  retryAfterSeconds: number;
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

const headersOf = ({ retryAfterSeconds }: Overload) => ({
  'cache-control': 'no-store',
  'content-type': 'application/json',
  'retry-after': String(retryAfterSeconds),
});
const bodyOf = ({ error, message }: Overload) => JSON.stringify({ error, error_description: message });

/** Answers at once, whatever was still to come of the request. */
export function refuse(outgoing: ServerResponse, overload: Overload): void {
  outgoing.writeHead(overload.status, headersOf(overload)).end(bodyOf(overload));
}

export function overloadResponse(overload: Overload): Response {
  return new Response(bodyOf(overload), { status: overload.status, headers: headersOf(overload) });
}
