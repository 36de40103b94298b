import * as z from 'zod';

/** Body of every error response (specification, Errors). The specification shows no other fields. */
export const ErrorBody = z.looseObject({
  /** A code such as `unauthorized`. */
  error: z.string(),
  /** Human-readable sentence. */
  message: z.string(),
});
export type ErrorBody = { error: string; message: string };

/** The two error bodies that the specification shows literally. */
export const UNAUTHORIZED: ErrorBody = { error: 'unauthorized', message: 'Invalid API key' };
export const FORBIDDEN: ErrorBody = { error: 'forbidden', message: 'Insufficient scopes' };
