import { ApiError } from '../../api/index.ts';

/** Whether a write failed in a way that leaves open whether it took effect. */
export function unconfirmed(error: unknown, signal: AbortSignal): error is ApiError {
  return error instanceof ApiError && error.details.changed === 'unknown' && !signal.aborted;
}

/** The record as it is now; `gone` when there is none; undefined when that cannot be found out either. */
export async function readBack<T>(read: () => Promise<T>): Promise<T | 'gone' | undefined> {
  try {
    return await read();
  } catch (error) {
    return error instanceof ApiError && error.details.kind === 'not_found' ? 'gone' : undefined;
  }
}

/**
 * The error of a write that was looked for and is not there. After a timeout the platform may still be at work, so
 * that one stays open.
 */
export function notDone(error: ApiError): ApiError {
  if (error.details.kind === 'timeout') return error;
  return new ApiError({ ...error.details, changed: 'no', lookedFor: true }, { cause: error });
}
