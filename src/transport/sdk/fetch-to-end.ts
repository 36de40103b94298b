import type { McpHandlerRequestOptions, McpHttpHandler } from '@modelcontextprotocol/server';
import type { RequestLifetime } from '../../lib/http/request-lifetime.ts';

/**
 * Lets the SDK's handler answer a call to its end, also when the client disconnects. The handler would close the server of
 * the call when the request is aborted or its response cancelled. Until its end, the call counts for all limits.
 */
export async function fetchToEnd(
  sdk: McpHttpHandler,
  { url, method, headers }: Request,
  options: McpHandlerRequestOptions,
  lifetime: RequestLifetime,
): Promise<Response> {
  const ended = lifetime.retain();
  try {
    // A request without the signal of the connection. Its body has been parsed.
    const answer = await sdk.fetch(new Request(url, { method, headers }), options);
    if (!answer.body) {
      ended();
      return answer;
    }
    const [forClient, whole] = answer.body.tee();
    void readAll(whole).then(ended, ended);
    return new Response(forClient, answer);
  } catch (error) {
    ended();
    throw error;
  }
}

async function readAll(stream: ReadableStream<Uint8Array>): Promise<void> {
  const reader = stream.getReader();
  while (!(await reader.read()).done);
}
