import type { ErrorBody } from '../../../src/contract/index.ts';
import type { FetchHandler } from '../../../src/lib/http/serve.ts';
import type { JsonObject } from '../../../src/lib/json.ts';
import { checked } from '../../support/openapi.ts';

/** A response with its parsed body. */
export interface Answer<B> {
  status: number;
  headers: Headers;
  body: B;
}

export type ListBody = {
  data: JsonObject[];
  /** `selected` and `next` are in answers to searches. */
  meta: { total: number; page: number; per_page: number; has_more: boolean; selected?: number; next?: string };
};
export type OneBody = { data: JsonObject };

export interface CallOptions {
  key?: string;
  /** Sent as JSON; a string is sent unchanged. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** Sends requests as an integration would: `send('GET', '/v1/bookings', { key })`. */
export type Send = <B = OneBody & ListBody & ErrorBody>(
  method: string,
  path: string,
  options?: CallOptions,
) => Promise<Answer<B>>;

/** Creates a client that sends requests over HTTP to a base URL. The OpenAPI document must describe each response. */
export function httpClient(url: string): Send {
  return clientOf(
    checked((request) => fetch(request)),
    url,
  );
}

/** Creates a client that calls the handler in the same process. The OpenAPI document must describe each response. */
export function processClient(handler: FetchHandler): Send {
  return clientOf(checked(handler), 'http://localhost');
}

function clientOf(handler: FetchHandler, url: string): Send {
  return async (method, path, { key, body, headers = {} } = {}) => {
    const response = await handler(
      new Request(`${url}/api${path}`, {
        method,
        headers: {
          ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    );
    return { status: response.status, headers: response.headers, body: (await response.json()) as never };
  };
}
