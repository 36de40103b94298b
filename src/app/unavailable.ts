import { ApiError, SendError } from '../api/index.ts';
import { DatabaseError } from '../lib/database/database-error.ts';

/** Maps a credential or a database that cannot be used to an API error, for uses of them outside of requests. */
export function asApiError(error: unknown): unknown {
  if (error instanceof DatabaseError) {
    return new ApiError({ kind: 'unreachable', changed: 'no', advice: error.publicReason }, { cause: error });
  }
  if (!(error instanceof SendError)) return error;
  const { failure: kind, advice } = error;
  return new ApiError({ kind, changed: 'no', ...(advice ? { advice } : {}) }, { cause: error });
}

export const throwAsApiError = (error: unknown): never => {
  throw asApiError(error);
};
