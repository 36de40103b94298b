import { BodyTooLargeError } from '../../lib/http/read-body.ts';
import { exceededBound, isObject, MAX_JSON_DEPTH } from '../../lib/json.ts';
import { errorKind } from '../outgoing/attempt-error.ts';
import { retryAfterDelay } from '../outgoing/backoff.ts';
import { type CheckedClient, withCheckedClient } from '../outgoing/checked-client.ts';
import { getText, type TextRequest } from '../outgoing/get-text.ts';
import type { ConnectionSettings } from '../outgoing/settings.ts';
import { VENDOR_ORIGINS, type VendorOrigins } from './vendor-origins.ts';
import { type FetchJson, VendorRequestError } from './vendors/vendor.ts';

export const MAX_VENDOR_RESPONSE_BYTES = 4 * 1024 * 1024;
/** Of all responses about one call. */
export const MAX_FETCHED_BYTES = 16 * 1024 * 1024;
/** A page of sentences with all their words has a tenth of it. */
const MAX_VALUES = 500_000;
const MAX_RETRY_AFTER_MS = 30 * 60_000;

interface FetchJsonOptions {
  connection: ConnectionSettings;
  /** Aborts the request: then its own reason is thrown, and not a `VendorRequestError`. */
  signal: AbortSignal;
  /** Time for one request, from name resolution to the last byte, in milliseconds. */
  timeoutMs: number;
  /** Servers that stand in for those of vendors: for tests. */
  origins?: VendorOrigins | undefined;
}

/**
 * Creates a function that requests JSON about one call from the servers of vendors. Redirects are not followed, and the
 * responses together are bounded.
 */
export function createFetchJson(options: FetchJsonOptions): FetchJson {
  const { connection, signal, timeoutMs, origins } = options;
  let room = MAX_FETCHED_BYTES;
  return async (address, init) => {
    const { url, host } = resolveAddress(address, origins);
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), timeoutMs);
    const headers = { ...init.headers, accept: 'application/json', 'user-agent': 'rcpt-mcp' };
    const maxBytes = Math.min(room, MAX_VENDOR_RESPONSE_BYTES);
    const request = { url, headers, maxBytes, signal: AbortSignal.any([signal, timeout.signal]) };
    try {
      const text = await withCheckedClient(request, { ...connection, timeoutMs }, (client) =>
        readOnce(client, host, request),
      );
      room -= Buffer.byteLength(text);
      const document = parseJson(text);
      if (!isObject(document)) throw new VendorRequestError(`${host} sent something other than JSON.`, true);
      return document;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof VendorRequestError) throw error;
      if (error instanceof BodyTooLargeError) throw new VendorRequestError(`${host} sent more than a call has.`, false);
      const kind = timeout.signal.aborted ? 'timeout' : errorKind(error);
      throw new VendorRequestError(`${host} could not be reached: ${kind.replaceAll('_', ' ')}.`, true);
    } finally {
      clearTimeout(timer);
    }
  };
}

function resolveAddress(address: string, origins: VendorOrigins | undefined): { url: URL; host: string } {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const origin = VENDOR_ORIGINS.find((known) => known === url?.origin);
  if (!url || !origin || url.username !== '' || url.password !== '')
    throw new VendorRequestError('An address is not one of the vendor, so nothing was sent to it.', false);
  const replacement = origins?.[origin];
  return { host: url.host, url: replacement === undefined ? url : new URL(url.pathname + url.search, replacement) };
}

/** Returns the text of a response. @throws VendorRequestError for another status than 200. */
async function readOnce(client: CheckedClient, host: string, request: TextRequest): Promise<string> {
  const { status, header, text } = await getText(client, request);
  if (text === undefined) throw errorOf(host, status, header('retry-after'));
  return text;
}

function errorOf(host: string, status: number, retryAfter: string | undefined): VendorRequestError {
  const answered = `${host} answered ${status}`;
  if (status === 401 || status === 403)
    return new VendorRequestError(`${answered}: it does not accept the API key of the source.`, false);
  // What an event announces can take some time to appear.
  if (status === 404) return new VendorRequestError(`${answered}: it does not exist, or not yet.`, true);
  if (status >= 300 && status < 400) return new VendorRequestError(`${answered}: redirects are not followed.`, false);
  const isTemporary = status >= 500 || status === 408 || status === 425 || status === 429;
  const delay = retryAfterDelay(retryAfter, Date.now(), MAX_RETRY_AFTER_MS);
  return new VendorRequestError(`${answered}.`, isTemporary, isTemporary ? delay : undefined);
}

function parseJson(text: string): unknown {
  if (exceededBound(text, { depth: MAX_JSON_DEPTH, values: MAX_VALUES })) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
