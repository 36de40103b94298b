import type { Overload } from '../limits/overload.ts';

/** Errors of sessions, with the statuses and codes of the SDK's own transport (MCP 2025-11-25, Session Management). */
const error =
  (status: number, code: number, message: string, headers = {}) =>
  () =>
    Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status, headers });

export const idNeeded = error(
  400,
  -32_000,
  'Bad Request: Mcp-Session-Id header is required. A session begins with initialize.',
);
/** MCP 2025-11-25, Requests: an id is used once in a session. */
export const idInUse = error(
  400,
  -32_600,
  'Invalid Request: a request with this id is in progress in this session: nothing was done. Use another id.',
);
/** The same response for a session that never existed, has ended, or belongs to another caller. */
export const notFound = error(404, -32_001, 'Session not found: nothing was done. Begin a new one with initialize.');
export const notAllowed = error(405, -32_000, 'Method not allowed.', { allow: 'GET, POST, DELETE' });

/** Maximum size of the request that begins a session. */
export const MAX_INITIALIZE_BYTES = 16 * 1024;
const RETRY_AFTER_SECONDS = 60;

export const INITIALIZE_TOO_LARGE: Overload = {
  status: 413,
  error: 'too_large',
  message: `An initialize that begins a session has at most ${MAX_INITIALIZE_BYTES / 1024} KiB: no session was begun.`,
};

export const CALLER_FULL: Overload = {
  status: 429,
  error: 'too_many_sessions',
  message: 'This caller has too many sessions open: end one with DELETE, or wait until one has been idle for long.',
  retryAfterSeconds: RETRY_AFTER_SECONDS,
};
export const SESSION_BUSY: Overload = {
  status: 503,
  error: 'overloaded',
  message: 'Too many requests at the same time in this session: nothing was done. Ask again in a moment.',
  retryAfterSeconds: 1,
};
export const ALL_FULL: Overload = {
  status: 503,
  error: 'too_many_sessions',
  message: 'Too many sessions are open on this server: no new one was begun. Ask again in a minute.',
  retryAfterSeconds: RETRY_AFTER_SECONDS,
};
