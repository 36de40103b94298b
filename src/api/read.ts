import {
  DEFAULT_PAGE,
  DEFAULT_PER_PAGE,
  type Endpoint,
  ErrorBody,
  type Read,
  type Resource,
  readRecord,
} from '../contract/index.ts';
import { isObject, type JsonObject } from '../lib/json.ts';

/** One page of a list, as far as the platform described it. */
export interface Page<R extends Resource> {
  items: Read<R>[];
  page: number;
  per_page: number;
  /** Count of all items; null when the platform did not say. */
  total: number | null;
  /** Whether another page follows; null when the platform did not say. */
  has_more: boolean | null;
}

/** Parses JSON; undefined when it is none. An empty text is null. */
export function parseJson(text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Code and message of an error body, where it has them. */
export function readError(text: string): { code?: string; platformMessage?: string } {
  const body = parseJson(text);
  const parsed = ErrorBody.safeParse(body);
  if (parsed.success) return { code: parsed.data.error, platformMessage: parsed.data.message };
  const message = isObject(body) ? (body.message ?? body.error ?? body.detail) : undefined;
  return typeof message === 'string' ? { platformMessage: message } : {};
}

/**
 * A record out of `{ data: {} }`. A bare record is understood too: the specification says "the booking" of some
 * responses without repeating the wrapper. Undefined when there is no record.
 */
export function readOne<R extends Resource>(endpoint: Endpoint, body: unknown): Read<R> | undefined {
  const resource = endpoint.response.of as R;
  const record = isObject(body) && isObject(body.data) ? body.data : body;
  // The form of a confirmation of deletion is not shown: whatever came with the success is one.
  if (endpoint.method === 'DELETE') return readRecord(resource, record);
  return isObject(record) && Object.keys(record).length > 0 ? readRecord(resource, record) : undefined;
}

/** A page out of `{ data: [], meta }`; undefined when there is no array. A bare array is understood too. */
export function readPage<R extends Resource>(
  endpoint: Endpoint,
  body: unknown,
  asked: { page?: number | undefined; per_page?: number | undefined },
): Page<R> | undefined {
  const items = isObject(body) ? body.data : body;
  if (!Array.isArray(items)) return undefined;
  const meta: JsonObject = isObject(body) && isObject(body.meta) ? body.meta : {};
  const count = (value: unknown) => (Number.isInteger(value) && (value as number) >= 0 ? (value as number) : undefined);
  return {
    // A catalogue may list plain names.
    items: items.map((item) => readRecord(endpoint.response.of as R, typeof item === 'string' ? { name: item } : item)),
    page: count(meta.page) ?? asked.page ?? DEFAULT_PAGE,
    per_page: count(meta.per_page) ?? asked.per_page ?? DEFAULT_PER_PAGE,
    total: count(meta.total) ?? null,
    has_more: typeof meta.has_more === 'boolean' ? meta.has_more : null,
  };
}
