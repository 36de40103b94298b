import type { FetchHandler } from '../lib/handler.ts';
import { SendError, type Sender } from './sender.ts';

/**
 * Sends requests to a handler in this process: the embedded platform. `open` is called with the first request,
 * so that a server which is only listed opens no database.
 */
export function inProcessSender(open: () => Promise<FetchHandler>): Sender {
  return async ({ method, url, headers, body, signal, maxBytes }) => {
    signal.throwIfAborted();
    const handler = await open().catch((cause: unknown) => {
      throw new SendError('unreachable', false, { cause });
    });
    const response = await handler(new Request(url, { method, headers, body, signal }));
    const text = await response.text();
    if (Buffer.byteLength(text) > maxBytes) throw new SendError('response_too_large', true);
    return { status: response.status, headers: Object.fromEntries(response.headers), body: text };
  };
}
