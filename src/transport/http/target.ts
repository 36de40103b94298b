import type { IncomingMessage } from 'node:http';

/**
 * Returns whether a request is for MCP. The request target is compared without normalization: `/%6dcp`, `/x/../mcp` and
 * `http://host/mcp` are not served, because every limit would have to normalize paths exactly as the router does.
 */
export function isForMcp({ url = '' }: IncomingMessage): boolean {
  return /^\/mcp(\?|$)/.test(url);
}

/** The address for Vapi's `tool-calls` messages. */
export const VAPI_PATH = '/api/voice/vapi';

/** Returns whether a request is a message of Vapi, without normalization as for MCP. */
export function isForVapi({ url = '' }: IncomingMessage): boolean {
  return url === VAPI_PATH || url.startsWith(`${VAPI_PATH}?`);
}

/** Returns whether a request is an event delivery of the platform. The path is normalized as in the router. */
export function isWebhook({ url = '' }: IncomingMessage): boolean {
  if (!url.startsWith('/webhooks') || !URL.canParse(url, 'http://localhost')) return false;
  return /^\/webhooks(\/[^/]+)?$/.test(new URL(url, 'http://localhost').pathname);
}

/** Returns whether a request is the report of a call. The path is compared without normalization, as for MCP. */
export function isCallReport({ url = '' }: IncomingMessage): boolean {
  return url.startsWith('/api/intake/');
}

/** Returns whether a request is for a page for people or for what pages request, without normalization as for MCP. */
export function isForWeb({ url = '' }: IncomingMessage): boolean {
  return /^\/(?:$|\?|app(?:$|[/?])|(?:welcome|api\/dashboard|api\/teams|api\/calendars)\/)/.test(url);
}
