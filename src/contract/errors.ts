import * as z from 'zod';

/** The documented body of every response that is not a success (specification, Errors). Other fields: not shown. */
export const ErrorBody = z.looseObject({
  /** A code such as `unauthorized`. */
  error: z.string(),
  /** A sentence for people. */
  message: z.string(),
});
export type ErrorBody = { error: string; message: string };

/** The two bodies that the specification gives word by word. */
export const UNAUTHORIZED: ErrorBody = { error: 'unauthorized', message: 'Invalid API key' };
export const FORBIDDEN: ErrorBody = { error: 'forbidden', message: 'Insufficient scopes' };
