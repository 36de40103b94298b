import * as z from 'zod';
import { DEFAULT_PAGE, DEFAULT_PER_PAGE, MAX_PER_PAGE } from './limits.ts';

/** Query of every list endpoint (specification, Endpoints, note 1). No other parameters are shown, so none is sent. */
export const PageQuery = z.strictObject({
  page: z.int().min(1).optional().describe(`1-indexed; default ${DEFAULT_PAGE}`),
  per_page: z.int().min(1).max(MAX_PER_PAGE).optional().describe(`Default ${DEFAULT_PER_PAGE}`),
});
export type PageQuery = z.infer<typeof PageQuery>;

/** `meta` of a list response (specification, Limits). */
export const PageMeta = z.object({
  total: z.int().min(0).describe('Number of items in the whole list'),
  page: z.int().min(1),
  per_page: z.int().min(1),
  has_more: z.boolean(),
});
export type PageMeta = z.infer<typeof PageMeta>;
