import type * as z from 'zod';
import {
  API_ROOT,
  CALL_REFERENCE_HEADER,
  callReference,
  DEFAULT_PAGE,
  DEFAULT_PER_PAGE,
  ENDPOINT_NAMES,
  ENDPOINTS,
  type Endpoint,
  type EndpointName,
  type PathParams,
  type RecordOf,
} from '../../contract/index.ts';
import { DatabaseError, NothingChangedError } from '../../lib/database/database-error.ts';
import type { PlainRequest, PlainResponse } from '../../lib/http/plain-message.ts';
import type { Caller } from '../auth/caller.ts';
import type { PageRequest, PageResult } from '../store/paging.ts';
import { readBody } from './body.ts';
import { entityTag, type Precondition, readPrecondition } from './entity-tag.ts';
import { invalid } from './errors.ts';
import { readPageQuery } from './paging.ts';
import type { RequestOrigin } from './request-origin.ts';

type Row<N extends EndpointName> = (typeof ENDPOINTS)[N];

/** The argument of a handler. The caller is authorized; nothing else has been checked yet. */
interface EndpointRequest<N extends EndpointName> {
  params: { [P in PathParams<Row<N>['path']>]: string };
  /** Null if the endpoint is public and was called without a key. */
  caller: Row<N>['auth'] extends 'public' ? Caller | null : Caller;
  /** The requested page; the default page on endpoints that are no list. */
  page: PageRequest;
  /** The query of the request. */
  searchParams: URLSearchParams;
  /** The call that the request is made in (`X-Call-Reference`); null without one. */
  callReference: string | null;
  /** The `If-Match` of the request. */
  precondition: Precondition;
  /** Reads and validates the body, and checks headers. Handlers call it after they have found the record: 404 comes before 400. */
  body<S extends z.ZodType>(schema: S): Promise<z.output<S>>;
}

/** The result of a handler: the record, or a page of the list. */
type EndpointResult<N extends EndpointName> = Row<N>['response']['shape'] extends 'list'
  ? PageResult<RecordOf<Row<N>['response']['of']>>
  : RecordOf<Row<N>['response']['of']>;

export type Handler<N extends EndpointName> = (request: EndpointRequest<N>) => Promise<EndpointResult<N>>;

/** One handler per row of the endpoint table. The mapped type makes a missing handler a compile error. */
export type Handlers = { [N in EndpointName]: Handler<N> };

/** Returns the caller of an endpoint, or throws 401 or 403. */
export type Authorize = (
  endpoint: Endpoint,
  request: PlainRequest,
  params: Record<string, string>,
  origin: RequestOrigin,
) => Promise<Caller | null>;

/** An endpoint with its handler. */
export interface Route {
  method: Endpoint['method'];
  /** As Hono's routers read it, such as `/api/v1/bookings/:bookingId`. */
  path: string;
  /** Throws `HttpError` for a response that is an error. */
  answer(request: PlainRequest, params: Record<string, string>, origin: RequestOrigin): Promise<PlainResponse>;
}

/** All endpoints of the contract, in the order in which their paths are to be compared with that of a request. */
export function createRoutes(handlers: Handlers, authorize: Authorize): Route[] {
  return mostSpecificFirst(ENDPOINT_NAMES).map((name) => {
    const endpoint: Endpoint = ENDPOINTS[name];
    // The cast is safe: the mapped type above checks each handler against its own row.
    const handle = handlers[name] as (request: EndpointRequest<EndpointName>) => Promise<unknown>;
    const path = API_ROOT + endpoint.path.replace(/\{(\w+)\}/g, ':$1');
    const answer: Route['answer'] = async (request, pathParams, origin) => {
      const params = sanitizeParams(pathParams);
      const caller = await authorize(endpoint, request, params, origin).catch(throwUnchanged);
      const { searchParams } = new URL(request.url);
      const page = endpoint.response.shape === 'list' ? readPageQuery(searchParams) : DEFAULT_PAGE_REQUEST;
      const statedCall = endpoint.callReference ? request.headers.get(CALL_REFERENCE_HEADER) : null;
      const run = () =>
        handle({
          params: params as EndpointRequest<EndpointName>['params'],
          caller: caller as Caller,
          page,
          searchParams,
          callReference: statedCall,
          precondition: readPrecondition(endpoint.entityTag ? request.headers.get('if-match') : null),
          async body(schema) {
            assertCallReference(statedCall);
            return readBody(request, schema);
          },
        }) as Promise<object>;
      const { dashboard, client = '', id: requestId } = origin;
      const result =
        endpoint.auth === 'session' && dashboard && caller?.user
          ? await dashboard.recordChange(
              { endpoint: name, user: caller.user, recordId: undefined, client, requestId },
              run,
            )
          : await run();
      const tag = endpoint.entityTag && entityTag(withoutFields(result as object, endpoint.outcomeFields));
      const body =
        endpoint.response.shape === 'list' ? listBody(result as PageResult<unknown>, page) : { data: result };
      return jsonResponse(200, body, tag ? { ETag: tag } : {});
    };
    return { method: endpoint.method, path, answer };
  });
}

export const jsonResponse = (status: number, body: object, headers: Record<string, string> = {}): PlainResponse => ({
  status,
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** For failures before the handler of an endpoint runs. */
function throwUnchanged(error: unknown): never {
  throw error instanceof DatabaseError ? new NothingChangedError(error) : error;
}

/** A write is not made without the call that it states: it could not be linked later. */
function assertCallReference(header: string | null): void {
  if (header === null || callReference().safeParse(header).success) return;
  throw invalid(`${CALL_REFERENCE_HEADER}: must be 1 to 256 printable ASCII characters without spaces`);
}

function withoutFields(record: object, names: readonly string[] = []): object {
  return names.length === 0
    ? record
    : Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

/** Replaces ids that contain U+0000 by the empty id: no record has them, and PostgreSQL rejects them as parameters. */
export function sanitizeParams(params: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, id]) => [name, id.includes('\0') ? '' : id]));
}

const DEFAULT_PAGE_REQUEST: PageRequest = { page: DEFAULT_PAGE, perPage: DEFAULT_PER_PAGE };

function listBody(result: PageResult<unknown>, { page, perPage }: PageRequest) {
  if ('meta' in result) return { data: result.items, meta: result.meta };
  const { items, total } = result;
  return { data: items, meta: { total, page, per_page: perPage, has_more: page * perPage < total } };
}

/** Sorts `/v1/webhooks/events` before `/v1/webhooks/{webhookId}`, because the first match wins. */
function mostSpecificFirst(names: readonly EndpointName[]): EndpointName[] {
  const parameters = (name: EndpointName) => ENDPOINTS[name].path.split('{').length;
  return names.toSorted((a, b) => parameters(a) - parameters(b));
}
