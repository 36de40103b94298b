import type { ErrorBody } from '../../contract/index.ts';
import { DatabaseError, NothingChangedError } from '../../lib/database/database-error.ts';
import { INTERNAL_ERROR } from '../../lib/http/internal-error.ts';
import { randomText } from '../../lib/ids.ts';
import { createFailureLog } from '../../lib/logging/failure-log.ts';
import type { Logger } from '../../lib/logging/logger.ts';
import { type ErrorStatus, HttpError } from './errors.ts';

/** What a request that failed is answered with. */
export interface Failure {
  status: ErrorStatus;
  body: ErrorBody;
  headers: Record<string, string>;
}

/** Turns errors into answers, and logs those that are none. */
export interface Failures {
  failureOf(error: unknown): Failure;
  /** To be called for each answer that is no error: the database can be used again. */
  succeeded(): void;
}

export function createFailures(logger: Logger): Failures {
  // A client repeats a request that failed, and each of them would be a line.
  const storage = createFailureLog(logger, {
    failure: 'requests fail: the database cannot be used',
    recovery: 'requests are answered again',
    // While nothing can be written, reads are answered between the failures.
    settleMs: 5_000,
  });
  return {
    failureOf(error) {
      if (error instanceof HttpError) return error;
      // The error may contain private data, so only the log gets it. The id links the response to the log entry.
      const id = randomText(12);
      if (error instanceof DatabaseError) storage.failed(error, { request: id });
      else logger.error('request failed', { request: id, error });
      return { status: 500, body: publicMessage(error), headers: { 'X-Request-Id': id } };
    },
    succeeded: storage.succeeded,
  };
}

/** Returns the reason of a database failure, such as a full disk, to the caller; hides every other error. */
function publicMessage(error: unknown): ErrorBody {
  if (!(error instanceof DatabaseError)) return INTERNAL_ERROR;
  const outcome = error instanceof NothingChangedError ? { changed: false as const } : {};
  return { error: 'storage_failed', message: error.publicMessage, ...outcome };
}

export const unknownEndpoint = (method: string, path: string): ErrorBody => ({
  error: 'not_found',
  message: `There is no endpoint ${method} ${path.slice(0, 200)}`,
});
