import { ApiError, type ApiErrorKind } from '../../api/index.ts';

/** Failures of a filtered list (extension `list_filters`) that are none of the whole list, which is then read instead. */
const KINDS: readonly ApiErrorKind[] = ['bad_request', 'server_error', 'invalid_response', 'response_too_large'];

export const isSearchFailure = (error: unknown): boolean =>
  error instanceof ApiError && KINDS.includes(error.details.kind);
