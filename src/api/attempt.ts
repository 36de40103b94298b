import { ENDPOINTS, type Endpoint, type EndpointName, type PageQuery } from '../contract/index.ts';
import { Deadline } from '../lib/deadline.ts';
import { parseRetryAfter } from '../lib/http/retry-after.ts';
import type { Secret } from '../lib/secret.ts';
import { systemClock } from '../lib/time/clock.ts';
import { ApiError, type ApiErrorDetails, type ApiErrorKind } from './errors.ts';
import type { KeyHeader } from './key-header.ts';
import { parseJson, readError, readOne, readPage } from './read.ts';
import type { RetryOptions } from './retry.ts';
import { SendError, type Sender, type WireResponse } from './sender.ts';
import type { ApiTracer } from './tracer.ts';
import { endpointUrl } from './url.ts';

export interface ApiOptions extends RetryOptions {
  baseUrl: URL;
  send: Sender;
  /** Asked for at each request, so that a rotated key is picked up. */
  key: () => Secret | Promise<Secret>;
  /** Default `authorization`. */
  keyHeader?: KeyHeader;
  /** The dashboard's session cookie, `name=value`, for key creation only. */
  sessionCookie?: Secret;
  /** Time for one call, its repetitions included, in milliseconds. Default 20 s: hosts give up after about 60. */
  deadlineMs?: number;
  /** The largest answer read, in bytes. Default 8 MiB. */
  maxResponseBytes?: number;
  /** Sent as `User-Agent`. */
  userAgent: string;
  /** Told of requests that belong to a trace. Absent: a `traceparent` goes on as it came. */
  tracer?: ApiTracer | undefined;
}

const DEFAULT_MAX_RESPONSE_BYTES = 8 * 1024 * 1024;

/** The arguments of any call. */
export interface AnyArgs {
  query?: PageQuery;
  body?: unknown;
  signal?: AbortSignal;
  /** The trace that the call belongs to (W3C Trace Context). */
  traceparent?: string;
  [param: string]: unknown;
}

/** One request and its answer, within the time that is given. Every failure is an `ApiError`. */
export async function attempt(
  options: ApiOptions,
  name: EndpointName,
  args: AnyArgs,
  timeMs: number,
): Promise<unknown> {
  const endpoint: Endpoint = ENDPOINTS[name];
  const fail = (kind: ApiErrorKind, more: Partial<ApiErrorDetails>, cause?: unknown) =>
    new ApiError({ kind, endpoint: name, changed: endpoint.effect === 'read' ? 'no' : 'unknown', ...more }, { cause });

  const url = endpointUrl(options.baseUrl, endpoint.path, args as Record<string, string>);
  if (args.query) {
    for (const [key, value] of Object.entries(args.query)) {
      if (value !== undefined) url.searchParams.set(key, String(value));
    }
  }
  // Parsing what goes out keeps undocumented fields in, whatever the caller passed.
  const body = endpoint.body ? JSON.stringify(endpoint.body.parse(args.body)) : null;
  const limit = new Deadline(timeMs, args.signal);
  let response: WireResponse;
  try {
    const headers = describe(options, body);
    if (args.traceparent !== undefined) headers.traceparent = args.traceparent;
    const secret = await authorise(headers, options, endpoint);
    const maxBytes = options.maxResponseBytes ?? DEFAULT_MAX_RESPONSE_BYTES;
    const sent = await options.send({ method: endpoint.method, url, headers, body, limit, maxBytes });
    const text = secret ? secret.removeFrom(sent.body) : sent.body;
    response = { status: sent.status, headers: sent.headers, body: text };
  } catch (error) {
    if (args.signal?.aborted) throw fail('cancelled', {}, error);
    if (limit.expired) throw fail('timeout', {}, error);
    if (!(error instanceof SendError)) throw error;
    const advice = error.advice === undefined ? {} : { advice: error.advice };
    throw fail(error.failure, { ...advice, ...(error.sent ? {} : { changed: 'no' }) }, error);
  } finally {
    limit.end();
  }

  const kind = errorKind(response.status);
  if (kind) throw fail(kind, refusal(endpoint, response, kind, (options.clock ?? systemClock).now()));
  const parsed = parseJson(response.body);
  const result =
    endpoint.response.shape === 'list' ? readPage(endpoint, parsed, args.query ?? {}) : readOne(endpoint, parsed);
  if (result === undefined) throw fail('invalid_response', { status: response.status });
  return result;
}

/** Adds what a request is authorised with. */
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

function describe(options: ApiOptions, body: string | null): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json', 'user-agent': options.userAgent };
  if (body !== null) headers['content-type'] = 'application/json';
  return headers;
}

/** What a status means; undefined for success. */
function errorKind(status: number): ApiErrorKind | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 404 || status === 410) return 'not_found';
  if (status === 429) return 'rate_limited';
  if (status >= 300 && status < 400) return 'redirected';
  if (status >= 400 && status < 500) return status === 408 ? 'timeout' : 'bad_request';
  return status >= 500 ? 'server_error' : 'invalid_response';
}

function refusal(
  endpoint: Endpoint,
  response: WireResponse,
  kind: ApiErrorKind,
  now: number,
): Partial<ApiErrorDetails> {
  const certain =
    endpoint.effect === 'read' || !['server_error', 'timeout', 'invalid_response', 'redirected'].includes(kind);
  const waitMs = parseRetryAfter(response.headers['retry-after'], now);
  return {
    status: response.status,
    changed: certain ? 'no' : 'unknown',
    ...readError(response.body),
    ...(waitMs === undefined ? {} : { retryAfterSeconds: Math.ceil(waitMs / 1_000) }),
  };
}
