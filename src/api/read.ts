import {
  DEFAULT_PAGE,
  DEFAULT_PER_PAGE,
  type Endpoint,
  errorBodySchema,
  type Read,
  type Resource,
  readRecord,
  type SearchMeta,
  searchMetaSchema,
  timestamp,
} from '../contract/index.ts';
import { mapInSlices } from '../lib/concurrency/slices.ts';
import { exceededBound, isObject, type JsonObject, MAX_JSON_DEPTH } from '../lib/json.ts';
import { truncate } from '../lib/text/text.ts';
import type { ApiErrorDetails } from './errors.ts';

/** One page of a list. */
export interface Page<R extends Resource> {
  items: Read<R>[];
  page: number;
  per_page: number;
  /** Number of items in the whole list; null if the platform did not report it. */
  total: number | null;
  /** True if another page follows; null if the platform did not report it. */
  has_more: boolean | null;
  /** When the list was read, in UTC, if it was not now: searches of a local copy. */
  as_of?: string;
  /** What the platform says about a filtered list: extension `list_filters`. */
  search?: SearchMeta;
}

/** Maximum number of values in a response: those of the words of a call of three hours, each with its times. */
const MAX_VALUES = 120_000;
/** Maximum number of members of an object in a response. */
const MAX_MEMBERS = 10_000;
/** Maximum number of records in a response, for platforms that send a whole list as one page. */
const MAX_RECORDS = 10_000;
/** Maximum size of an error response whose message is read, in characters. */
const MAX_ERROR_LENGTH = 64 * 1024;
/** Maximum length of an error message. More would never be shown. */
const MAX_MESSAGE_LENGTH = 2_000;

/** Why the body of a successful response cannot be read; undefined if it can. */
export function unreadable(text: string): 'invalid_response' | 'response_too_large' | undefined {
  const exceeded = exceededBound(text, { depth: MAX_JSON_DEPTH, values: MAX_VALUES, members: MAX_MEMBERS });
  if (exceeded === undefined) return undefined;
  return exceeded === 'depth' ? 'invalid_response' : 'response_too_large';
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

/** What an error response says. */
interface StatedError extends Pick<ApiErrorDetails, 'code' | 'platformMessage' | 'nextStartTime'> {
  /** False if the platform says that the request has changed nothing: extension `write_outcomes`. */
  changed?: boolean;
}

/** Reads the code, message and further fields of an error response, as far as it has them. */
export function readError(text: string): StatedError {
  if (text.length > MAX_ERROR_LENGTH || unreadable(text)) return {};
  const body = parseJson(text);
  const parsed = errorBodySchema().safeParse(body);
  if (parsed.success) {
    const { error: code, message, next_start_time: next, changed } = parsed.data;
    const nextStartTime = timestamp().safeParse(next);
    return {
      code,
      platformMessage: shorten(message),
      ...(nextStartTime.success ? { nextStartTime: nextStartTime.data } : {}),
      ...(changed === undefined ? {} : { changed }),
    };
  }
  const message = isObject(body) ? (body.message ?? body.error ?? body.detail) : undefined;
  return typeof message === 'string' ? { platformMessage: shorten(message) } : {};
}

const shorten = (message: string) => truncate(message, MAX_MESSAGE_LENGTH);

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

/**
 * Reads a page from `{ data: [], meta }`, or a bare array. Returns undefined if there is no array, and `too_many` if it
 * has more records than can be read.
 */
export async function readPage<R extends Resource>(
  endpoint: Endpoint,
  body: unknown,
  requested: { page?: number | undefined; per_page?: number | undefined },
): Promise<Page<R> | 'too_many' | undefined> {
  const items = isObject(body) ? body.data : body;
  if (!Array.isArray(items)) return undefined;
  if (items.length > MAX_RECORDS) return 'too_many';
  const meta: JsonObject = isObject(body) && isObject(body.meta) ? body.meta : {};
  const count = (value: unknown) => (Number.isInteger(value) && (value as number) >= 0 ? (value as number) : undefined);
  return {
    // A catalogue may be a list of names.
    items: await mapInSlices(items, (item) =>
      readRecord(endpoint.response.of as R, typeof item === 'string' ? { name: item } : item),
    ),
    page: count(meta.page) ?? requested.page ?? DEFAULT_PAGE,
    per_page: count(meta.per_page) ?? requested.per_page ?? DEFAULT_PER_PAGE,
    total: count(meta.total) ?? null,
    has_more: typeof meta.has_more === 'boolean' ? meta.has_more : null,
    ...readSearchMeta(meta),
  };
}

function readSearchMeta(meta: JsonObject): Pick<Page<Resource>, 'search'> {
  const parsed = searchMetaSchema().safeParse(meta);
  return parsed.success && Object.keys(parsed.data).length > 0 ? { search: parsed.data } : {};
}
