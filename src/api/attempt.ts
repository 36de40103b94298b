import {
  CALL_REFERENCE_HEADER,
  ENDPOINTS,
  type Endpoint,
  type EndpointName,
  isScope,
  type PageQuery,
} from '../contract/index.ts';
import type { CancelSignal } from '../lib/concurrency/cancellation.ts';
import { Deadline } from '../lib/concurrency/deadline.ts';
import { nextSlice } from '../lib/concurrency/slices.ts';
import { parseRetryAfter } from '../lib/http/retry-after.ts';
import type { Secret } from '../lib/secrets/secret.ts';
import { systemClock } from '../lib/time/clock.ts';
import { isConfirmed, isOtherRecord } from './confirmation.ts';
import { ApiError, type ApiErrorDetails, type ApiErrorKind } from './errors.ts';
import type { KeyHeader } from './key-header.ts';
import { parseJson, readError, readOne, readPage, unreadable } from './read.ts';
import type { RetryOptions } from './retry.ts';
import { SendError, type Sender, type WireResponse } from './sender.ts';
import type { ApiTracer } from './tracer.ts';
import { endpointUrl } from './url.ts';

export interface ApiOptions extends RetryOptions {
  baseUrl: URL;
  send: Sender;
  /** Called for each request, so that a rotated key is used. */
  key: () => Secret | Promise<Secret>;
  /** Called when the platform has accepted the key: an endpoint that needs one has answered with success. */
  onAccepted?: (() => void) | undefined;
  /** Default `authorization`. */
  keyHeader?: KeyHeader;
  /** Session cookie of the dashboard, `name=value`. Used for key creation only. */
  sessionCookie?: Secret;
  /** Maximum duration of one call including retries, in milliseconds. Default 20 s: hosts give up after about 60 s. */
  deadlineMs?: number;
  /** Maximum size of a response, in bytes. Default 4 MiB. */
  maxResponseBytes?: number;
  /** Sent as `User-Agent`. */
  userAgent: string;
  /** Creates spans for requests that belong to a trace. If absent, a `traceparent` is forwarded unchanged. */
  tracer?: ApiTracer | undefined;
}

export const DEFAULT_MAX_RESPONSE_BYTES = 4 * 1024 * 1024;
/** A response of this length takes so long to check and to parse that each is a slice of its own, in characters. */
const LARGE_RESPONSE = 64 * 1024;

/** The arguments of a call to any endpoint. */
export interface AnyArgs {
  query?: Readonly<Record<string, string | number | undefined>> & PageQuery;
  body?: unknown;
  signal?: CancelSignal;
  /** The trace that the call belongs to (W3C Trace Context). */
  traceparent?: string;
  /** The `If-Match` header. */
  ifMatch?: string;
  /** The call that a write is made in: extension `call_reference`. */
  callReference?: string;
  [param: string]: unknown;
}

/** Creates the error of a call. */
type Fail = (kind: ApiErrorKind, more: Partial<ApiErrorDetails>, cause?: unknown) => ApiError;

/** Sends one request and reads its response within `timeMs`. Every failure is an `ApiError`. */
export async function attempt(
  options: ApiOptions,
  name: EndpointName,
  args: AnyArgs,
  timeMs: number,
): Promise<unknown> {
  const endpoint: Endpoint = ENDPOINTS[name];
  const fail: Fail = (kind, more, cause) =>
    new ApiError({ kind, endpoint: name, changed: endpoint.effect === 'read' ? 'no' : 'unknown', ...more }, { cause });
  const response = await exchange(options, endpoint, args, timeMs, fail);
  const kind = errorKind(response.status);
  if (kind) throw fail(kind, responseDetails(endpoint, response, kind, (options.clock ?? systemClock).now()));
  // A platform may answer public endpoints without a look at the key.
  if (endpoint.auth === 'key') options.onAccepted?.();
  return readResponse(endpoint, args, response, fail);
}

/** Sends the request of a call, and receives the response. */
async function exchange(
  options: ApiOptions,
  endpoint: Endpoint,
  args: AnyArgs,
  timeMs: number,
  fail: Fail,
): Promise<WireResponse> {
  const url = endpointUrl(options.baseUrl, endpoint.path, args as Record<string, string>);
  for (const [key, value] of Object.entries(args.query ?? {})) {
    if (value !== undefined) url.searchParams.set(key, String(value));
  }
  // Parsing removes undocumented fields, so that they are never sent.
  const body = endpoint.body ? JSON.stringify(endpoint.body().parse(args.body)) : null;
  const deadline = new Deadline(timeMs, args.signal);
  try {
    const headers = requestHeaders(options, args, body);
    const secret = await authorise(headers, options, endpoint);
    const maxBytes = options.maxResponseBytes ?? DEFAULT_MAX_RESPONSE_BYTES;
    const sent = await options.send({ method: endpoint.method, url, headers, body, deadline, maxBytes });
    const text = secret ? secret.removeFrom(sent.body) : sent.body;
    return { status: sent.status, headers: sent.headers, body: text };
  } catch (error) {
    const changed = error instanceof SendError && !error.sent ? { changed: 'no' as const } : {};
    if (args.signal?.aborted) throw fail('cancelled', changed, error);
    if (deadline.expired) throw fail('timeout', changed, error);
    if (!(error instanceof SendError)) throw error;
    const advice = error.advice === undefined ? {} : { advice: error.advice };
    throw fail(error.failure, { ...advice, ...changed }, error);
  } finally {
    deadline.end();
  }
}

/** Reads the page or the record in a successful response. */
async function readResponse(
  endpoint: Endpoint,
  args: AnyArgs,
  { status, headers, body }: WireResponse,
  fail: Fail,
): Promise<unknown> {
  const isLarge = body.length > LARGE_RESPONSE;
  if (isLarge) await nextSlice();
  const problem = unreadable(body);
  if (problem) throw fail(problem, { status });
  if (isLarge) await nextSlice();
  const parsed = parseJson(body);
  if (isLarge) await nextSlice();
  if (endpoint.response.shape === 'list') {
    const page = await readPage(endpoint, parsed, args.query ?? {});
    if (page === undefined) throw fail('invalid_response', { status });
    if (page === 'too_many') throw fail('response_too_large', { status });
    return page;
  }
  const record = readOne(endpoint, parsed, headers.etag);
  const requestedId = args.id ?? args.webhookId;
  if (endpoint.effect === 'read') {
    if (record === undefined || isOtherRecord(record, requestedId)) throw fail('invalid_response', { status });
    return record;
  }
  if (record === undefined && parsed === undefined) throw fail('invalid_response', { status });
  if (!isConfirmed(endpoint, { status, body: parsed, record }, requestedId)) {
    const { changed: _, ...stated } = readError(body);
    throw fail('unconfirmed', { status, ...stated });
  }
  return record;
}

/** Adds the credential to the headers, and returns it. */
async function authorise(
  headers: Record<string, string>,
  options: ApiOptions,
  endpoint: Endpoint,
): Promise<Secret | undefined> {
  if (endpoint.auth === 'session') {
    const { sessionCookie } = options;
    if (sessionCookie) headers.cookie = sessionCookie.reveal();
    return sessionCookie;
  }
  const secret = await options.key();
  if (options.keyHeader === 'x-api-key') headers['x-api-key'] = secret.reveal();
  else headers.authorization = `Bearer ${secret.reveal()}`;
  return secret;
}

function requestHeaders(
  { userAgent }: ApiOptions,
  { traceparent, ifMatch, callReference }: AnyArgs,
  body: string | null,
): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json', 'user-agent': userAgent };
  if (body !== null) headers['content-type'] = 'application/json';
  if (traceparent !== undefined) headers.traceparent = traceparent;
  if (ifMatch !== undefined) headers['if-match'] = ifMatch;
  if (callReference !== undefined) headers[CALL_REFERENCE_HEADER] = callReference;
  return headers;
}

/** Maps an HTTP status to an error kind; undefined for success. */
function errorKind(status: number): ApiErrorKind | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 404 || status === 410) return 'not_found';
  if (status === 412) return 'precondition_failed';
  if (status === 429) return 'rate_limited';
  if (status >= 300 && status < 400) return 'redirected';
  if (status >= 400 && status < 500) return status === 408 ? 'timeout' : 'bad_request';
  return status >= 500 ? 'server_error' : 'invalid_response';
}

/** The details of an error response. */
function responseDetails(
  endpoint: Endpoint,
  response: WireResponse,
  kind: ApiErrorKind,
  now: number,
): Partial<ApiErrorDetails> {
  const isRefusal =
    endpoint.effect === 'read' || !['server_error', 'timeout', 'invalid_response', 'redirected'].includes(kind);
  const challenge = response.status === 403 ? response.headers['www-authenticate'] : undefined;
  // A list (RFC 6750, 3), of which the first one is named.
  const scope = /\bscope="([^"]+)"/
    .exec(challenge ?? '')?.[1]
    ?.split(' ')
    .find(isScope);
  const delayMs = parseRetryAfter(response.headers['retry-after'], now);
  const { changed, ...stated } = readError(response.body);
  return {
    status: response.status,
    changed: isRefusal || (kind === 'server_error' && changed === false) ? 'no' : 'unknown',
    ...stated,
    ...(scope ? { scope } : {}),
    ...(delayMs === undefined ? {} : { retryAfterSeconds: Math.ceil(delayMs / 1_000) }),
  };
}
