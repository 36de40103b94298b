import type { Implementation } from '@modelcontextprotocol/server';
import { SERVER_INFO_META_KEY } from '@modelcontextprotocol/server';
import type { CallOrigin } from '../lib/http/request-context.ts';
import type { JsonObject } from '../lib/json.ts';
import type { ProtocolEra } from '../lib/protocol.ts';
import {
  callTool,
  requiresConfirmation,
  type ToolDefinition,
  type ToolResult,
  type ToolServices,
} from '../tools/index.ts';
import { CACHE_HINTS } from './cache.ts';

export interface FastPathOptions {
  /** The tools offered, in order. */
  tools: readonly ToolDefinition[];
  services: ToolServices;
  info: Implementation;
  listing(tool: ToolDefinition): object;
  /** Scopes that the caller lacks for a tool: refusing it is the SDK's. */
  needs?: ((tool: ToolDefinition) => unknown) | undefined;
}

/**
 * Tools as the SDK's server would list and call them, for requests that a transport answers without it. The pipeline is
 * the same; what the SDK adds to a result is added here, in its order.
 */
export function fastPathTools({ tools, services, info, listing, needs }: FastPathOptions) {
  const { confirm } = services.settings;
  // What asks its user needs the SDK: forms have a protocol of their own.
  const direct = tools.filter((tool) => !requiresConfirmation(tool, confirm) && needs?.(tool) === undefined);
  const taken = new Map(direct.map((tool) => [tool.name, tool]));
  const stamp = { [SERVER_INFO_META_KEY]: info };
  // Made with the first request for it: schemas are converted then.
  const lists: Partial<Record<ProtocolEra, JsonObject>> = {};
  const makeList = (era: ProtocolEra): JsonObject => {
    const listed = { tools: tools.map(listing) };
    return era === '2025' ? listed : { ...listed, resultType: 'complete', ...CACHE_HINTS['tools/list'], _meta: stamp };
  };
  /** The SDK parses results, which puts their members in this order; what it stamps on comes last. */
  const encoded = (era: ProtocolEra, { _meta, content, structuredContent, isError }: ToolResult): JsonObject => {
    // What is undefined is not written. Members are named, because copying them takes longer than a call's text.
    if (era === '2025') return { _meta, content, structuredContent, isError };
    const resultType = 'complete';
    return _meta
      ? { _meta: Object.assign({}, _meta, stamp), content, structuredContent, isError, resultType }
      : { content, structuredContent, isError, resultType, _meta: stamp };
  };
  return {
    takes: (name: string) => taken.has(name),
    list(era: ProtocolEra): JsonObject {
      lists[era] ??= makeList(era);
      return lists[era];
    },
    async call(era: ProtocolEra, name: string, args: JsonObject | undefined, signal: AbortSignal, origin?: CallOrigin) {
      const tool = taken.get(name);
      if (!tool) throw new Error('not a tool that is called directly');
      const { about, traceparent } = origin ?? {};
      const outcome = await callTool(tool, args ?? {}, services, { signal, about, traceparent });
      if ('question' in outcome) throw new Error('a tool that asks');
      return encoded(era, outcome);
    },
  };
}
