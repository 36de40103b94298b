import type { LookupFunction } from 'node:net';
import { Client } from 'undici';
import { resolveChecked } from './address.ts';
import type { Address, DeliverySettings } from './settings.ts';

/** Of an answer is read this much, so that whoever wrote it is not cut off; its content does not matter. In bytes. */
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
}

/**
 * Sends one notification over a connection of its own, to an address that was checked for this very attempt. Redirects are
 * not followed: they are answers like others.
 */
export async function post(
  { url, headers, body, signal }: PostRequest,
  settings: Pick<DeliverySettings, 'resolve' | 'loopback' | 'ca' | 'timeoutMs'>,
): Promise<WebhookResponse> {
  const { ca, timeoutMs } = settings;
  const addresses = await unlessAborted(resolveChecked(url, settings), signal);
  const client = new Client(url.origin, {
    connect: { lookup: fixedLookup(addresses), timeout: timeoutMs, ...(ca === undefined ? {} : { ca }) },
    // The signal ends it; connecting has a limit of its own, because it goes on after whoever wanted it has gone.
    headersTimeout: 0,
    bodyTimeout: 0,
    // Announces that the connection is not kept.
    pipelining: 0,
  });
  try {
    const response = await client.request({ method: 'POST', path: url.pathname + url.search, headers, body, signal });
    const { 'retry-after': retryAfter } = response.headers;
    await drain(response.body);
    return { status: response.statusCode, retryAfter: retryAfter === undefined ? undefined : String(retryAfter) };
  } finally {
    // Not waited for: nothing more comes of it.
    void client.destroy().catch(() => {});
  }
}

/** Instead of resolving the name a second time. */
function fixedLookup(addresses: readonly Address[]): LookupFunction {
  return (_name, options, callback) => {
    const [first = { address: '', family: 0 }] = addresses;
    if (options.all) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };
}

/** The status says what came of it: what goes wrong after it changes nothing. */
async function drain(body: AsyncIterable<Buffer>): Promise<void> {
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > MAX_RESPONSE_BYTES) break;
    }
  } catch {
    // The other side hung up in the middle, or took too long over it.
  }
}

/** Resolving a name cannot be ended, only no longer waited for. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const { promise, reject } = withReject();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function withReject(): { promise: Promise<never>; reject: (reason: unknown) => void } {
  let reject: (reason: unknown) => void = () => {};
  const promise = new Promise<never>((_resolve, refuse) => {
    reject = refuse;
  });
  return { promise, reject };
}
