import { isObject, type JsonObject } from '../../lib/json.ts';
import { META_PREFIX } from '../../lib/protocol.ts';
import { traceparentOf } from '../../lib/trace.ts';
import { LISTEN_METHOD } from '../limits/long-lived.ts';
import type { RequestOutcome, TracedRequest } from './tracer.ts';

const VERSION = `${META_PREFIX}protocolVersion`;

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** Returns the traced attributes of a request. Undefined for other messages and for subscriptions, which are long-lived. */
export function requestIn(message: unknown): Omit<TracedRequest, 'over' | 'header'> | undefined {
  if (!isObject(message) || typeof message.method !== 'string' || message.method === LISTEN_METHOD) return undefined;
  const { id, method } = message;
  if (typeof id !== 'string' && typeof id !== 'number') return undefined;
  const params = isObject(message.params) ? message.params : {};
  const meta = isObject(params._meta) ? params._meta : {};
  const target = textOf(params.name) ?? textOf(params.uri);
  return { method, id, target, version: textOf(meta[VERSION]), traceparent: traceparentOf(meta.traceparent) };
}

/** Returns a request with another `traceparent`. A malformed request is returned unchanged. */
export function withTraceparent<T extends object>(message: T, traceparent: string): T {
  const { params } = message as { params?: unknown };
  if (!isObject(params)) return message;
  const { _meta: meta = {} } = params;
  if (!isObject(meta)) return message;
  return { ...message, params: { ...params, _meta: { ...meta, traceparent } } };
}

/** Returns the outcome of a request from its answer. */
export function outcomeOf(answer: object): RequestOutcome {
  const { error, result } = answer as JsonObject;
  if (isObject(error) && typeof error.code === 'number') return error.code;
  return isObject(result) && result.isError === true ? 'tool_error' : 'ok';
}

/** Returns the protocol revision in the answer to `initialize`. */
export function negotiatedVersion(answer: object): string | undefined {
  const { result } = answer as JsonObject;
  return isObject(result) ? textOf(result.protocolVersion) : undefined;
}
