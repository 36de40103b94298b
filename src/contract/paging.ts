import * as z from 'zod';
import { memoize } from '../lib/concurrency/lazy.ts';
import { ofExtension, timestamp } from './fields.ts';
import { DEFAULT_PAGE, DEFAULT_PER_PAGE, MAX_PER_PAGE } from './limits.ts';

/** Query of every list endpoint (specification, Endpoints, note 1). No other parameters are shown, so none is sent. */
export const pageQuerySchema = memoize(() =>
  z.strictObject({
    page: z.int().min(1).optional().describe(`1-indexed; default ${DEFAULT_PAGE}`),
    per_page: z.int().min(1).max(MAX_PER_PAGE).optional().describe(`Default ${DEFAULT_PER_PAGE}`),
  }),
);
export type PageQuery = z.infer<ReturnType<typeof pageQuerySchema>>;

/** What a filtered list says besides its records: extensions `list_filters` and `call_search`. */
export const searchMetaSchema = memoize(() =>
  z.object({
    total_at_least: z
      .int()
      .min(0)
      .optional()
      .describe('Present if `total` is null: as many items match, or more')
      .meta(ofExtension('list_filters')),
    undecided: z
      .int()
      .min(0)
      .optional()
      .describe('Number of further items that may match: they lack a value that a filter reads')
      .meta(ofExtension('list_filters')),
    selected: z
      .int()
      .min(0)
      .optional()
      .describe('Number of items among which words are searched: those that the other parameters select')
      .meta(ofExtension('call_search')),
    next: z
      .string()
      .optional()
      .describe(
        'Present if the search has not reached the end, or not enough of it: the position at which it continues',
      )
      .meta(ofExtension('call_search')),
    known_values: z
      .record(z.string(), z.array(z.record(z.string(), z.string())))
      .optional()
      .describe(
        'By the name of each filter whose value no item of the whole list has: the values that items have, as parts of items',
      )
      .meta({ ...ofExtension('list_filters'), untrusted: true }),
    visits: z
      .record(z.string(), z.object({ last: timestamp().nullable(), next: timestamp().nullable() }))
      .optional()
      .describe('By contact, if contacts are filtered by them: the last visit and the next appointment')
      .meta(ofExtension('list_filters')),
  }),
);
export type SearchMeta = z.infer<ReturnType<typeof searchMetaSchema>>;

/** `meta` of a list response (specification, Limits). */
export const pageMetaSchema = memoize(() =>
  z.object({
    total: z
      .int()
      .min(0)
      .nullable()
      .describe('Number of items in the whole list; null only with filters, where unknown'),
    page: z.int().min(1),
    per_page: z.int().min(1),
    has_more: z.boolean(),
    ...searchMetaSchema().shape,
  }),
);
export type PageMeta = z.infer<ReturnType<typeof pageMetaSchema>>;
