import type * as z from 'zod';
import {
  ENDPOINT_NAMES,
  ENDPOINTS,
  type EndpointName,
  type PathParams,
  type Read,
  type Resource,
} from '../contract/index.ts';
import type { CancelSignal } from '../lib/concurrency/cancellation.ts';
import { type AnyArgs, type ApiOptions, attempt } from './attempt.ts';
import { ApiError } from './errors.ts';
import type { ApiObserver } from './observer.ts';
import type { Page } from './read.ts';
import { createRetrier } from './retry.ts';
import { tracedAttempt } from './traced-attempt.ts';

type EndpointOf<K extends EndpointName> = (typeof ENDPOINTS)[K];

/** The query of a call: required if one of its parameters is. */
type QueryArgs<Q> = Q extends () => z.ZodType
  ? Record<string, never> extends z.input<ReturnType<Q>>
    ? { query?: z.input<ReturnType<Q>> }
    : { query: z.input<ReturnType<Q>> }
  : unknown;

/** Arguments of a call: path parameters, `query`, `body` for writes, and the caller's `signal`. */
export type ApiArgs<K extends EndpointName> = {
  [P in PathParams<EndpointOf<K>['path']>]: string;
} & QueryArgs<EndpointOf<K>['query']> &
  (EndpointOf<K>['body'] extends () => z.ZodType ? { body: z.input<ReturnType<EndpointOf<K>['body']>> } : unknown) & {
    signal?: CancelSignal;
  } & (EndpointOf<K> extends { entityTag: true; effect: 'update' | 'delete' }
    ? {
        /** `etag` of a record: the platform must refuse the change if the record has another one. */
        ifMatch?: string;
      }
    : unknown);

/** Result of a call: a record, or a page of records. */
export type ApiResult<K extends EndpointName> = EndpointOf<K>['response'] extends {
  shape: 'list';
  of: infer R extends Resource;
}
  ? Page<R>
  : EndpointOf<K>['response'] extends { of: infer R extends Resource }
    ? Read<R>
    : never;

/** Client of the platform's API: one method per row of the endpoint table. Every failure is an `ApiError`. */
export type Api = { [K in EndpointName]: (args: ApiArgs<K>) => Promise<ApiResult<K>> };

const DEFAULT_DEADLINE_MS = 20_000;

export function createApi(options: ApiOptions): Api {
  const retry = createRetrier(options);
  const deadlineMs = options.deadlineMs ?? DEFAULT_DEADLINE_MS;
  const { observer, tracer } = options;
  const send: Attempt = tracer ? tracedAttempt(options, tracer) : attempt.bind(undefined, options);
  const observedSend = observer ? observed(send, observer) : send;
  const method = (name: EndpointName) => (args: AnyArgs) => {
    const call = { effect: ENDPOINTS[name].effect, endpoint: name, deadlineMs, signal: args.signal };
    return retry(call, (timeMs, resends) => observedSend(name, args, timeMs, resends));
  };
  const methods: Record<string, unknown> = Object.fromEntries(ENDPOINT_NAMES.map((name) => [name, method(name)]));
  return methods as Api;
}

type Attempt = (name: EndpointName, args: AnyArgs, timeMs: number, resends: number) => Promise<unknown>;

/** Wraps `send` so that it reports each request to the observer. */
function observed(send: Attempt, observer: ApiObserver): Attempt {
  return async (name, args, timeMs, resends) => {
    const startedAt = performance.now();
    const report = (outcome: Parameters<ApiObserver['requested']>[1]) =>
      observer.requested(name, outcome, (performance.now() - startedAt) / 1_000);
    try {
      const result = await send(name, args, timeMs, resends);
      report('ok');
      return result;
    } catch (error) {
      // Nothing was sent if the error has our advice, or if it is not an `ApiError`.
      if (error instanceof ApiError && error.details.advice === undefined) report(error.details.kind);
      throw error;
    }
  };
}
