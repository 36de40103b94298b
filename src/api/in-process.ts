import { raceAbort } from '../lib/abort.ts';
import type { FetchHandler } from '../lib/http/serve.ts';
import { SendError, type Sender } from './sender.ts';

/**
 * Sends requests to a handler in this process: the embedded platform. `open` is called for each request and may throw
 * a `SendError`. As over a network, the deadline ends the wait, while the handler may still process the request.
 */
export function inProcessSender(open: () => Promise<FetchHandler>): Sender {
  return async ({ method, url, headers, body, deadline, maxBytes }) => {
    const { signal } = deadline;
    const handler = await raceAbort(open(), signal);
    const exchange = async () => {
      const response = await handler(new Request(url, { method, headers, body, signal }));
      return { response, text: await response.text() };
    };
    const { response, text } = await raceAbort(exchange(), signal);
    if (Buffer.byteLength(text) > maxBytes) throw new SendError('response_too_large', true);
    return { status: response.status, headers: Object.fromEntries(response.headers), body: text };
  };
}
