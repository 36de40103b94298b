import type { FetchHandler } from '../lib/http/serve.ts';
import { SendError, type Sender } from './sender.ts';

/**
 * Sends requests to a handler in this process: the embedded platform. `open` is asked with each request and may
 * fail with a `SendError`.
 */
export function inProcessSender(open: () => Promise<FetchHandler>): Sender {
  return async ({ method, url, headers, body, limit, maxBytes }) => {
    const { signal } = limit;
    signal.throwIfAborted();
    const handler = await open();
    const response = await handler(new Request(url, { method, headers, body, signal }));
    const text = await response.text();
    if (Buffer.byteLength(text) > maxBytes) throw new SendError('response_too_large', true);
    return { status: response.status, headers: Object.fromEntries(response.headers), body: text };
  };
}
