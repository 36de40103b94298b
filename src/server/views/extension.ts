/** MCP Apps (SEP-1865, 2026-01-26). This module imports no SDK, because the handshake is answered before it is loaded. */
import { isObject } from '../../lib/json.ts';
import { META_PREFIX } from '../../lib/protocol.ts';

const EXTENSION = `${META_PREFIX}ui`;
export const VIEW_MIME_TYPE = 'text/html;profile=mcp-app';

/** The capability that a server with views announces to a client that draws them (SEP-2133). */
export const VIEW_CAPABILITIES = { extensions: { [EXTENSION]: {} } };

/** Returns whether a client with these capabilities draws views. */
export function drawsViews(capabilities: unknown): boolean {
  const { extensions } = { ...(capabilities as { extensions?: Record<string, unknown> }) };
  const extension = isObject(extensions) && extensions[EXTENSION];
  return isObject(extension) && Array.isArray(extension.mimeTypes) && extension.mimeTypes.includes(VIEW_MIME_TYPE);
}
