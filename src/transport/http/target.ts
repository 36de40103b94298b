import type { IncomingMessage } from 'node:http';

/**
 * Whether a request is for MCP. The target is compared as it is written: `/%6dcp`, `/x/../mcp` and `http://host/mcp` mean
 * the same to a router and are not served, because every limit would have to normalize paths exactly as the router does.
 */
export function isForMcp({ url = '' }: IncomingMessage): boolean {
  return /^\/mcp(\?|$)/.test(url);
}

/** Whether a request is an event delivery of the platform, by its path as the router resolves it. */
export function isWebhook({ url = '' }: IncomingMessage): boolean {
  if (!url.startsWith('/webhooks') || !URL.canParse(url, 'http://localhost')) return false;
  return /^\/webhooks(\/[^/]+)?$/.test(new URL(url, 'http://localhost').pathname);
}
