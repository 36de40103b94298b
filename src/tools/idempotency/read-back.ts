import { ApiError, type ApiErrorKind } from '../../api/index.ts';

/** Whether a write failed in a way that leaves open whether it took effect. */
export function isIndeterminate(error: unknown, signal: AbortSignal): error is ApiError {
  return error instanceof ApiError && error.details.changed === 'unknown' && !signal.aborted;
}

/** A read that failed in spite of its own repetitions is tried again: much hangs on it. */
const ATTEMPTS = 3;

/** Reads with more patience than usual, to find out what became of a write. */
export async function withReadRetries<T>(read: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read();
    } catch (error) {
      const passing = error instanceof ApiError && TRANSIENT.includes(error.details.kind);
      if (!passing || attempt === ATTEMPTS) throw error;
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

/** The record as it is now; `gone` when there is none; undefined when that cannot be found out either. */
export async function readBack<T>(read: () => Promise<T>): Promise<T | 'gone' | undefined> {
  try {
    return await withReadRetries(read);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.details.kind === 'not_found' ? 'gone' : undefined;
  }
}

/**
 * The error of a write that was looked for and is not there. Where an attempt was not answered in time, the platform
 * may still be at work on it: that one stays open.
 */
export function asNotApplied(error: ApiError): ApiError {
  if (error.details.mayStillBeProcessing) return error;
  return new ApiError({ ...error.details, changed: 'no', verified: true }, { cause: error });
}
