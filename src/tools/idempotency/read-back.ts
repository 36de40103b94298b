import { setTimeout as delay } from 'node:timers/promises';
import { ApiError, type ApiErrorDetails, type ApiErrorKind } from '../../api/index.ts';
import { abortSignalOf, type CancelSignal } from '../../lib/concurrency/cancellation.ts';
import type { Comparison } from './comparison.ts';
import type { Written } from './written.ts';

/**
 * Delays before each search for the effect of a write that was not confirmed, in milliseconds: searches start after 0,
 * 0.5, 1.5 and 4 s. A platform may commit seconds after a reset, a 5xx response or a timeout.
 */
const SEARCH_DELAYS_MS = [0, 500, 1_000, 2_500];
/** No further search starts after this time, because each may read slowly. In milliseconds. */
const MAX_SEARCHING_MS = 10_000;

/** Any record of the platform. It should have an id. */
export interface Identified {
  fields: { id?: string | null };
}

/** True if a write failed and may still take effect. */
export function isIndeterminate(error: unknown, signal: CancelSignal): error is ApiError {
  return error instanceof ApiError && error.details.changed === 'unknown' && !signal.aborted;
}

/**
 * Searches repeatedly for the effect of a write that was not confirmed.
 * @throws `error` if it is not found. It may still appear: absence proves nothing for as long as the platform may take.
 */
export async function searchForEffect<T>(
  search: () => Promise<T | undefined>,
  error: ApiError,
  signal: CancelSignal,
): Promise<T> {
  const startedAt = performance.now();
  const cancelled = abortSignalOf(signal);
  for (const ms of SEARCH_DELAYS_MS) {
    // A caller who leaves now gets the first error: the outcome stays unknown.
    await delay(ms, undefined, { signal: cancelled }).catch(() => {
      throw error;
    });
    const found = await search();
    if (found !== undefined) return found;
    if (performance.now() - startedAt > MAX_SEARCHING_MS) break;
  }
  throw error;
}

/** A change of one record, and how to find out whether it was applied. */
export interface Change<T> {
  endpoint: NonNullable<ApiErrorDetails['endpoint']>;
  id: string;
  send(): Promise<T>;
  read(): Promise<T>;
  /** Compares a record with the requested change. */
  compare(record: T): Comparison;
  /** For the answer, if only the record shows the change. */
  note: string;
}

/**
 * Sends a change. Its answer is believed if no value contradicts the request. Otherwise the record is read back and must
 * have every requested value.
 */
export async function changeAndVerify<T extends Identified>(
  { endpoint, id, send, read, compare, note }: Change<T>,
  signal: CancelSignal,
): Promise<Written<T>> {
  try {
    return { result: await sendAndCompare(endpoint, send, compare) };
  } catch (error) {
    if (!isIndeterminate(error, signal)) throw error;
    const search = async () => {
      const now = await readBack(id, read);
      if (now === undefined || now === 'gone') return undefined;
      const { differing, absent } = compare(now);
      return differing.length === 0 && absent.length === 0 ? now : undefined;
    };
    if (error.details.kind !== 'precondition_failed')
      return { result: await searchForEffect(search, asRepeatable(error), signal), note };
    // The tag in `If-Match` is outdated for good, so that no attempt can still take effect.
    const result = await search();
    if (result === undefined) throw error;
    return { result, note };
  }
}

/** Returns the error of a write that can be repeated, because twice the same has the effect of once. */
export function asRepeatable(error: ApiError): ApiError {
  return new ApiError({ ...error.details, repeatable: true }, { cause: error.cause });
}

/**
 * Sends a write, and compares the record in its answer with the request. Returns that record.
 * @throws ApiError `unconfirmed` if a value contradicts the request. A value may be absent, as most are not specified.
 */
export async function sendAndCompare<T>(
  endpoint: Change<T>['endpoint'],
  send: () => Promise<T>,
  compare: (record: T) => Comparison,
): Promise<T> {
  const record = await send();
  const { differing } = compare(record);
  if (differing.length > 0) throw new ApiError({ kind: 'unconfirmed', endpoint, changed: 'unknown', differing });
  return record;
}

/** In addition to the retries of each request, because the outcome of a write depends on this read. */
const MAX_ATTEMPTS = 3;

/** Reads with more retries than usual, to determine the outcome of a write. */
export async function withReadRetries<T>(read: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read();
    } catch (error) {
      const isTransient = error instanceof ApiError && TRANSIENT.includes(error.details.kind);
      if (!isTransient || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

const TRANSIENT: readonly ApiErrorKind[] = [
  'server_error',
  'timeout',
  'connection_lost',
  'invalid_response',
  'response_too_large',
];

/** Returns the current record, `gone` if it does not exist, or undefined if it cannot be read. */
export async function readBack<T extends Identified>(
  id: string,
  read: () => Promise<T>,
): Promise<T | 'gone' | undefined> {
  try {
    const record = await withReadRetries(read);
    return record.fields.id === id ? record : undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.details.kind === 'not_found' ? 'gone' : undefined;
  }
}
