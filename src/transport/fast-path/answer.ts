import type { JSONRPCResultResponse } from '@modelcontextprotocol/server';
import type { RequestAbout } from '../../lib/request.ts';
import type { PlainRequest } from './request.ts';
import type { DirectTools } from './tools.ts';

/** The response to a plain request, its members in the SDK's order. */
export async function answerTo(
  { id, era, method, name = '', args, traceparent }: PlainRequest,
  tools: DirectTools,
  signal: AbortSignal,
  about?: RequestAbout | undefined,
): Promise<JSONRPCResultResponse> {
  const result =
    method === 'tools/list' ? tools.list(era) : await tools.call(era, name, args, signal, { about, traceparent });
  return { result, jsonrpc: '2.0', id };
}
