import { exceededBound, isObject, type JsonObject, MAX_JSON_DEPTH } from '../../lib/json.ts';
import { errorKind } from '../deliveries/attempt-error.ts';
import { retryAfterDelay } from '../deliveries/backoff.ts';
import { type CheckedClient, type CheckedSettings, withCheckedClient } from '../deliveries/checked-client.ts';
import { readResponseText, TooLargeError } from '../deliveries/response-text.ts';
import { type FetchJson, VendorRequestError } from './vendors/vendor.ts';

/** The servers of vendors to which keys of operators are sent, and no others. */
export const VENDOR_ORIGINS = [
  'https://api.telnyx.com',
  'https://api.twilio.com',
  'https://intelligence.twilio.com',
] as const;

export const MAX_VENDOR_RESPONSE_BYTES = 4 * 1024 * 1024;
/** A page of sentences with all their words has a tenth of it. */
const MAX_VALUES = 500_000;
/** Time for one request, from name resolution to the last byte. */
const TIMEOUT_MS = 10_000;
const MAX_RETRY_AFTER_MS = 30 * 60_000;

export interface FetchJsonOptions {
  connection: Omit<CheckedSettings, 'timeoutMs'>;
  /** Aborts the request: then its own reason is thrown, and not a `VendorRequestError`. */
  signal: AbortSignal;
  timeoutMs?: number;
  /** Servers that stand in for those of vendors, by the vendor's origin: for tests. */
  origins?: Readonly<Partial<Record<(typeof VENDOR_ORIGINS)[number], string>>> | undefined;
}

/** Creates a function that requests JSON from the servers of vendors. Redirects are not followed. */
export function createFetchJson(options: FetchJsonOptions): FetchJson {
  const { connection, signal, timeoutMs = TIMEOUT_MS } = options;
  return async (address, { headers }) => {
    const { url, host } = resolveAddress(address, options.origins);
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), timeoutMs);
    const target = { url, signal: AbortSignal.any([signal, timeout.signal]) };
    try {
      return await withCheckedClient(target, { ...connection, timeoutMs }, (client) =>
        requestOnce(client, target, { ...headers, accept: 'application/json', 'user-agent': 'rcpt-mcp' }, host),
      );
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof VendorRequestError) throw error;
      if (error instanceof TooLargeError) throw new VendorRequestError(`${host} sent more than 4 MiB.`, false);
      const kind = timeout.signal.aborted ? 'timeout' : errorKind(error);
      throw new VendorRequestError(`${host} could not be reached: ${kind.replaceAll('_', ' ')}.`, true);
    } finally {
      clearTimeout(timer);
    }
  };
}

function resolveAddress(address: string, origins: FetchJsonOptions['origins']): { url: URL; host: string } {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const origin = VENDOR_ORIGINS.find((known) => known === url?.origin);
  if (!url || !origin || url.username !== '' || url.password !== '')
    throw new VendorRequestError('An address is not one of the vendor, so nothing was sent to it.', false);
  const replacement = origins?.[origin];
  return { host: url.host, url: replacement === undefined ? url : new URL(url.pathname + url.search, replacement) };
}

async function requestOnce(
  client: CheckedClient,
  { url, signal }: { url: URL; signal: AbortSignal },
  headers: Record<string, string>,
  host: string,
): Promise<JsonObject> {
  const path = url.pathname + url.search;
  const { statusCode, headers: received, body } = await client.request({ method: 'GET', path, headers, signal });
  if (statusCode !== 200) {
    // The rest is not read: its connection is closed.
    body.on('error', () => {}).destroy();
    const { 'retry-after': retryAfter } = received;
    throw errorOf(host, statusCode, Array.isArray(retryAfter) ? retryAfter[0] : retryAfter);
  }
  const { 'content-length': length } = received;
  const text = await readResponseText(body, MAX_VENDOR_RESPONSE_BYTES, Array.isArray(length) ? length[0] : length);
  const document = parseJson(text);
  if (!isObject(document)) throw new VendorRequestError(`${host} sent something else than JSON.`, true);
  return document;
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
