import { raceAbort } from '../lib/concurrency/abort.ts';
import type { PlainHandler } from '../lib/http/plain-message.ts';
import { SendError, type Sender } from './sender.ts';

/**
 * Sends requests to a handler in this process: the embedded platform. `open` is called for each request and may throw
 * a `SendError`. As over a network, the deadline ends the wait, while the handler may still process the request.
 */
export function inProcessSender(open: () => Promise<PlainHandler>): Sender {
  return async ({ method, url, headers, body, deadline, maxBytes }) => {
    const { signal } = deadline;
    const handler = await raceAbort(open(), signal);
    const sent = lowerCased(headers);
    const request = {
      method,
      url: url.href,
      headers: { get: (name: string) => sent.get(name) ?? null },
      body: body === null ? null : [Buffer.from(body)],
    };
    const response = await raceAbort(handler(request), signal);
    if (Buffer.byteLength(response.body) > maxBytes) throw new SendError('response_too_large', true);
    return { ...response, headers: Object.fromEntries(lowerCased(response.headers)) };
  };
}

/** Names of headers do not depend on case (RFC 9110, 5.1). */
const lowerCased = (headers: Readonly<Record<string, string>>) =>
  new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
