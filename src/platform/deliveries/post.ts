import type { LookupFunction } from 'node:net';
import { buildConnector, Client } from 'undici';
import { raceAbort } from '../../lib/abort.ts';
import { resolveChecked } from './address.ts';
import type { Address, DeliverySettings } from './settings.ts';

/** Bytes of a response body to read before closing, so that the receiver can finish writing. The content is discarded. */
const MAX_RESPONSE_BYTES = 64 * 1024;

export interface WebhookResponse {
  status: number;
  retryAfter: string | undefined;
}

export interface PostRequest {
  url: URL;
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
  /** Checked when the connection is open, just before the request is written: throws if it must not be sent any more. */
  assertMaySend(): void;
}

/**
 * Sends one notification over a new connection, to an address that was checked for this attempt. Redirects are not
 * followed: a 3xx is a response like any other.
 */
export async function post(
  { url, headers, body, signal, assertMaySend }: PostRequest,
  settings: Pick<DeliverySettings, 'resolve' | 'loopback' | 'ca' | 'timeoutMs'>,
): Promise<WebhookResponse> {
  const { ca, timeoutMs } = settings;
  // Name resolution itself cannot be cancelled.
  const addresses = await raceAbort(resolveChecked(url, settings), signal);
  const client = new Client(url.origin, {
    connect: checkedConnector({ lookup: fixedLookup(addresses), timeout: timeoutMs, ca }, assertMaySend),
    // The signal ends the request. Connecting has its own timeout, because it continues after the request is aborted.
    headersTimeout: 0,
    bodyTimeout: 0,
    // Sends `Connection: close`.
    pipelining: 0,
  });
  try {
    const response = await client.request({ method: 'POST', path: url.pathname + url.search, headers, body, signal });
    const { 'retry-after': retryAfter } = response.headers;
    await drain(response.body);
    return { status: response.statusCode, retryAfter: retryAfter === undefined ? undefined : String(retryAfter) };
  } finally {
    // Not awaited: the response has been read.
    void client.destroy().catch(() => {});
  }
}

function checkedConnector(options: buildConnector.BuildOptions, assertMaySend: () => void): buildConnector.connector {
  const connect = buildConnector(options);
  return (target, callback) =>
    connect(target, (...[error, socket]) => {
      if (error) return callback(error, null);
      try {
        assertMaySend();
      } catch (refusal) {
        socket.destroy();
        return callback(refusal as Error, null);
      }
      callback(null, socket);
    });
}

/** A lookup that returns the checked addresses instead of resolving the name a second time. */
function fixedLookup(addresses: readonly Address[]): LookupFunction {
  return (_name, options, callback) => {
    const [first = { address: '', family: 0 }] = addresses;
    if (options.all) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };
}

/** Reads and discards the body. Errors are ignored, because the status alone decides the outcome. */
async function drain(body: AsyncIterable<Buffer>): Promise<void> {
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > MAX_RESPONSE_BYTES) break;
    }
  } catch {
    // The receiver closed the connection early, or took too long.
  }
}
