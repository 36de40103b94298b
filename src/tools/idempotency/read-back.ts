import { ApiError, type ApiErrorKind } from '../../api/index.ts';

/** True if a write failed and may still have taken effect. */
export function isIndeterminate(error: unknown, signal: AbortSignal): error is ApiError {
  return error instanceof ApiError && error.details.changed === 'unknown' && !signal.aborted;
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
export async function readBack<T>(read: () => Promise<T>): Promise<T | 'gone' | undefined> {
  try {
    return await withReadRetries(read);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.details.kind === 'not_found' ? 'gone' : undefined;
  }
}

/**
 * Returns the error of a write that was read back and is verified as not applied. After a timeout the platform may still
 * be processing the request, so that the outcome stays unknown.
 */
export function asNotApplied(error: ApiError): ApiError {
  if (error.details.mayStillBeProcessing) return error;
  return new ApiError({ ...error.details, changed: 'no', verified: true }, { cause: error });
}
