import {
  CLIENT_CAPABILITIES_META_KEY,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Logger } from '../../lib/logging/logger.ts';
import { DAY_MS } from '../../lib/time/units.ts';
import { drawsViews } from './extension.ts';
import type { ListedView } from './offer.ts';
import { VIEW_URI_TEMPLATE, viewContent, viewNameIn } from './resource.ts';

/** A view that the server can send. */
export interface View extends ListedView {
  /** Returns its HTML document. */
  html(): string;
}

/** A view does not change under its URI. */
const VIEW_TTL_MS = DAY_MS;

/**
 * Returns whether the client of a request draws views. In stateless requests of 2025 over HTTP its capabilities are unknown:
 * it is served as one that does not.
 */
export function clientDrawsViews({ server }: McpServer, { mcpReq }: ServerContext): boolean {
  const envelope: { [CLIENT_CAPABILITIES_META_KEY]?: unknown } = mcpReq.envelope ?? {};
  return drawsViews(envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities());
}

/**
 * Registers the views as instances of one template, which lists them for clients that draw them. Any client may read them:
 * they contain no data, and a host may read them by another connection than the one that lists its tools. An outdated
 * hash, from a list that a host has kept, is answered with the current view.
 */
export function registerViews(server: McpServer, views: readonly View[], logger: Logger): void {
  const list = (context: ServerContext) => ({
    resources: clientDrawsViews(server, context) ? views.map(({ item }) => item) : [],
  });
  const template = new ResourceTemplate(VIEW_URI_TEMPLATE, { list });
  const config = { cacheHint: { ttlMs: VIEW_TTL_MS } };
  server.registerResource('view', template, config, ({ href }, { file }) => {
    const name = viewNameIn(String(file));
    const view = views.find((one) => one.name === name);
    if (!view) throw new ResourceNotFoundError(href);
    try {
      return { contents: [viewContent(href, view.html())] };
    } catch (error) {
      logger.error('a view cannot be read', { view: view.name, error });
      throw new ProtocolError(
        ProtocolErrorCode.InternalError,
        'The view cannot be read: the installation of rcpt-mcp is not complete. The answers of tools are complete without it.',
      );
    }
  });
}
