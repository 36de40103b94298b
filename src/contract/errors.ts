import * as z from 'zod';
import { memoize } from '../lib/concurrency/lazy.ts';
import { ofExtension, timestamp } from './fields.ts';

/** Body of every error response (specification, Errors). The specification shows no other fields. */
export const errorBodySchema = memoize(() =>
  z.looseObject({
    error: z.string().describe('A code such as `unauthorized`'),
    message: z.string().describe('Human-readable sentence'),
    next_start_time: timestamp()
      .optional()
      .catch(undefined)
      .meta(ofExtension('booking_rules'))
      .describe('The next start at which a refused booking is possible, UTC'),
    changed: z
      .boolean()
      .optional()
      .catch(undefined)
      .meta(ofExtension('write_outcomes'))
      .describe('False in a 5xx: nothing was changed'),
  }),
);
export type ErrorBody = {
  error: string;
  message: string;
  next_start_time?: string;
  changed?: false;
};

/** The two error bodies that the specification shows literally. */
export const UNAUTHORIZED: ErrorBody = { error: 'unauthorized', message: 'Invalid API key' };
export const FORBIDDEN: ErrorBody = { error: 'forbidden', message: 'Insufficient scopes' };
