import type { FetchHandler } from '../lib/http/serve.ts';
import { SendError, type Sender } from './sender.ts';

/**
 * Sends requests to a handler in this process: the embedded platform. `open` is called for each request and may throw
 * a `SendError`.
 */
export function inProcessSender(open: () => Promise<FetchHandler>): Sender {
  return async ({ method, url, headers, body, deadline, maxBytes }) => {
    const { signal } = deadline;
    signal.throwIfAborted();
    const handler = await open();
    const response = await handler(new Request(url, { method, headers, body, signal }));
    const text = await response.text();
    if (Buffer.byteLength(text) > maxBytes) throw new SendError('response_too_large', true);
    return { status: response.status, headers: Object.fromEntries(response.headers), body: text };
  };
}
