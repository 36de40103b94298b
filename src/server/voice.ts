import { type Implementation, SERVER_INFO_META_KEY } from '@modelcontextprotocol/server';
import type { CancelSignal } from '../lib/concurrency/cancellation.ts';
import type { CallOrigin } from '../lib/http/request-context.ts';
import type { ProtocolEra } from '../lib/protocol.ts';
import { callTool, refuseSpoken, resolveCaller, type ToolResult } from '../tools/index.ts';
import { serverInfo } from './capabilities.ts';
import type { ServerOptions } from './server-options.ts';

/** The tools of the voice profile for requests that are not MCP, and its answer to calls that reach no tool. */
export function spokenToolsFor({ tools, services, requiredScopes }: ServerOptions) {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const info = serverInfo(services.settings.version);
  return {
    async speak(name: string, args: unknown, signal: CancelSignal, origin: CallOrigin): Promise<string> {
      const tool = byName.get(name);
      if (!tool) return textOf(await refuseSpoken('invalid_input', services));
      if (requiredScopes?.(tool)) return textOf(await refuseSpoken('forbidden', services));
      const voice = await resolveCaller(origin, services);
      const outcome = await callTool(tool, args, services, { ...origin, signal, voice });
      if ('question' in outcome) throw new Error('a spoken tool cannot show a form');
      return textOf(outcome);
    },
    async refuse(era: ProtocolEra, reason: Parameters<typeof refuseSpoken>[0]) {
      return encodeFor(era, await refuseSpoken(reason, services), info);
    },
  };
}

const textOf = ({ content }: ToolResult) => content.map(({ text }) => text).join(' ');

/** Adds what the SDK adds to a result of this era. */
const encodeFor = (era: ProtocolEra, result: ToolResult, info: Implementation): Record<string, unknown> =>
  era === '2025' ? { ...result } : { ...result, resultType: 'complete', _meta: { [SERVER_INFO_META_KEY]: info } };
