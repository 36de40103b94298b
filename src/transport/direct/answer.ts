import type { PlainRequest } from './request.ts';
import type { DirectTools } from './tools.ts';

/** The JSON-RPC response to a plain request, its members in the SDK's order. */
export async function answerTo(request: PlainRequest, tools: DirectTools, signal: AbortSignal): Promise<string> {
  const { id, era, method, name = '', args } = request;
  const result = method === 'tools/list' ? tools.list(era) : await tools.call(era, name, args, signal);
  return `{"result":${result},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;
}
