import * as z from 'zod';
import { MAX_PER_PAGE } from './limits.ts';

/** Query of every list endpoint (specification, Endpoints, note 1). No other parameters are shown, so none is sent. */
export const PageQuery = z.strictObject({
  /** 1-indexed; default 1. */
  page: z.int().min(1).optional(),
  /** 1 to 100; default 25. */
  per_page: z.int().min(1).max(MAX_PER_PAGE).optional(),
});
export type PageQuery = z.infer<typeof PageQuery>;

/** `meta` of a list response (specification, Limits). */
export const PageMeta = z.object({
  /** Number of items in the whole list. */
  total: z.int().min(0),
  page: z.int().min(1),
  per_page: z.int().min(1),
  has_more: z.boolean(),
});
export type PageMeta = z.infer<typeof PageMeta>;
