import type { IncomingMessage } from 'node:http';

/**
 * Whether a request is for MCP. Its target counts as it is written: `/%6dcp`, `/x/../mcp` and `http://host/mcp` mean the
 * same to a router and are not served, because what limits and counts requests would have to read them as the router does.
 */
export function isForMcp({ url = '' }: IncomingMessage): boolean {
  return /^\/mcp(\?|$)/.test(url);
}
