import type { ClientCapabilities, Implementation } from '@modelcontextprotocol/server';
import { CLIENT_CAPABILITIES_META_KEY, SERVER_INFO_META_KEY } from '@modelcontextprotocol/server';
import type { CancelSignal } from '../lib/concurrency/cancellation.ts';
import type { CallOrigin } from '../lib/http/request-context.ts';
import type { JsonObject } from '../lib/json.ts';
import type { ProtocolEra } from '../lib/protocol.ts';
import {
  type CallScope,
  callTool,
  requiresConfirmation,
  type ToolDefinition,
  type ToolResult,
  type ToolServices,
} from '../tools/index.ts';
import { CACHE_HINTS } from './cache.ts';
import { withCaller } from './caller.ts';
import { supportsForms } from './elicitation.ts';
import { drawsViews } from './views/extension.ts';

interface FastPathToolsOptions {
  /** The offered tools, in order. */
  tools: readonly ToolDefinition[];
  services: ToolServices;
  info: Implementation;
  listing(tool: ToolDefinition, drawsViews: boolean): object;
  /** Whether one of the tools has a view. */
  hasViews: boolean;
  /** Returns the scopes that the caller lacks for a tool. The SDK refuses such calls. */
  requiredScopes?: ((tool: ToolDefinition) => unknown) | undefined;
}

/**
 * Tools as the SDK's server would list and call them, for requests that a transport answers without it. The pipeline is
 * the same; what the SDK adds to a result is added here, in its order.
 */
export function createFastPathTools({
  tools,
  services,
  info,
  listing,
  hasViews,
  requiredScopes,
}: FastPathToolsOptions) {
  const { confirm } = services.settings;
  // A tool that is confirmed needs the SDK: elicitation has a protocol of its own.
  const supported = tools.filter(
    (tool) => !requiresConfirmation(tool, confirm) && requiredScopes?.(tool) === undefined,
  );
  const writing = new Set(tools.filter(({ effect }) => effect !== 'read').map(({ name }) => name));
  const byName = new Map(supported.map((tool) => [tool.name, tool]));
  const stamp = { [SERVER_INFO_META_KEY]: info };
  // Created with the first request for it: schemas are converted then.
  const lists: Partial<Record<ProtocolEra | '2026 with views', JsonObject>> = {};
  const createList = (era: ProtocolEra, withViews: boolean): JsonObject => {
    const result = { tools: tools.map((tool) => listing(tool, withViews)) };
    return era === '2025' ? result : { ...result, resultType: 'complete', ...CACHE_HINTS['tools/list'], _meta: stamp };
  };
  /** The SDK parses results, which puts their members in this order; the members that it adds come last. */
  const encode = (era: ProtocolEra, { _meta, content, structuredContent, isError }: ToolResult): JsonObject => {
    // JSON.stringify omits undefined members. They are named, because copying them takes longer than a call's text.
    if (era === '2025') return { _meta, content, structuredContent, isError };
    const resultType = 'complete';
    return _meta
      ? { _meta: Object.assign({}, _meta, stamp), content, structuredContent, isError, resultType }
      : { content, structuredContent, isError, resultType, _meta: stamp };
  };
  const isDrawing = (era: ProtocolEra, capabilities: unknown) => hasViews && era === '2026' && drawsViews(capabilities);
  return {
    handles(name: string, capabilities: unknown) {
      const tool = byName.get(name);
      // A form has a protocol of its own.
      return tool !== undefined && !(tool.asks && supportsForms(capabilities as ClientCapabilities | undefined));
    },
    writes: (name: string) => writing.has(name),
    list(era: ProtocolEra, capabilities?: unknown): JsonObject {
      const withViews = isDrawing(era, capabilities);
      const key = withViews ? '2026 with views' : era;
      lists[key] ??= createList(era, withViews);
      return lists[key];
    },
    async call(
      era: ProtocolEra,
      name: string,
      args: JsonObject | undefined,
      signal: CancelSignal,
      origin?: CallOrigin,
    ) {
      const tool = byName.get(name);
      if (!tool) throw new Error('the fast path does not handle this tool');
      const views = isDrawing(era, origin?.meta?.[CLIENT_CAPABILITIES_META_KEY]);
      const { requestContext, traceparent, meta } = origin ?? {};
      const scope: CallScope = { requestContext, traceparent, meta, signal, views };
      const identified = services.settings.voice ? await withCaller(scope, services) : scope;
      const outcome = await callTool(tool, args ?? {}, services, identified);
      if ('question' in outcome) throw new Error('the fast path cannot ask the user');
      return encode(era, outcome);
    },
  };
}
