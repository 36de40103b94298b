import type { ListToolsResult, McpServer, ServerContext } from '@modelcontextprotocol/server';
import { memoize } from '../../lib/concurrency/lazy.ts';
import type { ToolDefinition, ToolSettings } from '../../tools/index.ts';
import type { OfferedResource } from '../resources/index.ts';
import { listedTool } from '../tool-listing.ts';
import { clientDrawsViews, type View } from './register.ts';

interface ListOptions {
  tools: readonly ToolDefinition[];
  settings: ToolSettings;
  resources: readonly OfferedResource[];
  views: readonly View[];
}

/**
 * Serves the lists that the SDK would answer the same for all clients: tools name their views to clients that draw them, and
 * the template that views are instances of is listed for none.
 */
export function serveLists(mcpServer: McpServer, { tools, settings, resources, views }: ListOptions): void {
  const { server } = mcpServer;
  const listed = (drawn: readonly View[]) =>
    memoize(() => ({ tools: tools.map((tool) => listedTool(tool, settings, drawn)) as ListToolsResult['tools'] }));
  const [withViews, withoutViews] = [listed(views), listed([])];
  server.setRequestHandler('tools/list', (_request, context: ServerContext) =>
    clientDrawsViews(mcpServer, context) ? withViews() : withoutViews(),
  );
  const resourceTemplates = resources.flatMap(({ resource: { name }, address, metadata }) =>
    typeof address === 'string' ? [] : [{ name, uriTemplate: address.uriTemplate.toString(), ...metadata }],
  );
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates }));
}
