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

/** One page of a list. */
export interface Page<R extends Resource> {
  items: Read<R>[];
  page: number;
  per_page: number;
  /** Number of items in the whole list; null if the platform did not report it. */
  total: number | null;
  /** True if another page follows; null if the platform did not report it. */
  has_more: boolean | null;
}

/** Parses JSON. Returns undefined for invalid JSON, and null for an empty text. */
export function parseJson(text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads the code and message of an error response, as far as it has them. */
export function readError(text: string): { code?: string; platformMessage?: string } {
  const body = parseJson(text);
  const parsed = ErrorBody.safeParse(body);
  if (parsed.success) return { code: parsed.data.error, platformMessage: parsed.data.message };
  const message = isObject(body) ? (body.message ?? body.error ?? body.detail) : undefined;
  return typeof message === 'string' ? { platformMessage: message } : {};
}

/**
 * Reads a record from `{ data: {} }`, or a bare record: for some responses the specification shows "the booking"
 * without the wrapper. Returns undefined if there is no record.
 */
export function readOne<R extends Resource>(
  endpoint: Endpoint,
  body: unknown,
  etag: string | undefined,
): Read<R> | undefined {
  const resource = endpoint.response.of as R;
  const record = isObject(body) && isObject(body.data) ? body.data : body;
  // The specification does not show the response to a deletion, so any successful one is accepted.
  if (endpoint.method === 'DELETE') return readRecord(resource, record);
  if (!isObject(record) || Object.keys(record).length === 0) return undefined;
  const read = readRecord(resource, record);
  return etag !== undefined && STRONG_ENTITY_TAG.test(etag) ? { ...read, etag } : read;
}

/** A strong entity tag (RFC 9110, 8.8.3) of bounded length. `If-Match` never accepts a weak one. */
const STRONG_ENTITY_TAG = /^"[\x21\x23-\x7e]{0,200}"$/;

/** Reads a page from `{ data: [], meta }`, or a bare array. Returns undefined if there is no array. */
export function readPage<R extends Resource>(
  endpoint: Endpoint,
  body: unknown,
  requested: { page?: number | undefined; per_page?: number | undefined },
): Page<R> | undefined {
  const items = isObject(body) ? body.data : body;
  if (!Array.isArray(items)) return undefined;
  const meta: JsonObject = isObject(body) && isObject(body.meta) ? body.meta : {};
  const count = (value: unknown) => (Number.isInteger(value) && (value as number) >= 0 ? (value as number) : undefined);
  return {
    // A catalogue may be a list of names.
    items: items.map((item) => readRecord(endpoint.response.of as R, typeof item === 'string' ? { name: item } : item)),
    page: count(meta.page) ?? requested.page ?? DEFAULT_PAGE,
    per_page: count(meta.per_page) ?? requested.per_page ?? DEFAULT_PER_PAGE,
    total: count(meta.total) ?? null,
    has_more: typeof meta.has_more === 'boolean' ? meta.has_more : null,
  };
}
