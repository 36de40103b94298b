import type * as z from 'zod';
import {
  ENDPOINT_NAMES,
  ENDPOINTS,
  type EndpointName,
  type PageQuery,
  type PathParams,
  type Read,
  type Resource,
} from '../contract/index.ts';
import { type AnyArgs, type ApiOptions, attempt } from './attempt.ts';
import { ApiError } from './errors.ts';
import type { ApiObserver } from './observer.ts';
import type { Page } from './read.ts';
import { createRetrier } from './retry.ts';
import { tracedAttempt } from './traced-attempt.ts';

type Row<K extends EndpointName> = (typeof ENDPOINTS)[K];

/** What a call takes: the path's parameters, `query` of lists, `body` of writes, and the caller's cancellation. */
export type ApiArgs<K extends EndpointName> = {
  [P in PathParams<Row<K>['path']>]: string;
} & (Row<K>['query'] extends null ? unknown : { query?: PageQuery }) &
  (Row<K>['body'] extends z.ZodType ? { body: z.input<Row<K>['body']> } : unknown) & { signal?: AbortSignal };

/** What a call gives: a record, or a page of records. */
export type ApiResult<K extends EndpointName> = Row<K>['response'] extends {
  shape: 'list';
  of: infer R extends Resource;
}
  ? Page<R>
  : Row<K>['response'] extends { of: infer R extends Resource }
    ? Read<R>
    : never;

/** The platform's API: one method a row of the endpoint table. Every failure is an `ApiError`. */
export type Api = { [K in EndpointName]: (args: ApiArgs<K>) => Promise<ApiResult<K>> };

const DEFAULT_DEADLINE_MS = 20_000;

export function createApi(options: ApiOptions): Api {
  const retry = createRetrier(options);
  const deadlineMs = options.deadlineMs ?? DEFAULT_DEADLINE_MS;
  const { observer, tracer } = options;
  const plain: Attempt = tracer ? tracedAttempt(options, tracer) : attempt.bind(undefined, options);
  const send = observer ? observed(plain, observer) : plain;
  const method = (name: EndpointName) => (args: AnyArgs) => {
    const call = { effect: ENDPOINTS[name].effect, endpoint: name, deadlineMs, signal: args.signal };
    return retry(call, (timeMs, resends) => send(name, args, timeMs, resends));
  };
  const methods: Record<string, unknown> = Object.fromEntries(ENDPOINT_NAMES.map((name) => [name, method(name)]));
  return methods as Api;
}

type Attempt = (name: EndpointName, args: AnyArgs, timeMs: number, resends: number) => Promise<unknown>;

/** The same, with each request told to an observer. */
function observed(send: Attempt, observer: ApiObserver): Attempt {
  return async (name, args, timeMs, resends) => {
    const started = performance.now();
    const ended = (outcome: Parameters<ApiObserver['requested']>[1]) =>
      observer.requested(name, outcome, (performance.now() - started) / 1_000);
    try {
      const result = await send(name, args, timeMs, resends);
      ended('ok');
      return result;
    } catch (error) {
      // With advice of ours nothing was sent; anything else that is no `ApiError` never became a request.
      if (error instanceof ApiError && error.details.advice === undefined) ended(error.details.kind);
      throw error;
    }
  };
}
