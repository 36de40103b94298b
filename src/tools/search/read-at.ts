import * as z from 'zod';
import type { SearchResult } from './run-search.ts';

/** Output field of every search whose cursor may continue with cached records. */
export const readAtField = () => ({
  read_at: z.string().optional().describe('UTC; absent: now'),
});

/** Returns the time of the read if the records come from the cache. */
export function presentReadAt({ isCached, readAt }: Pick<SearchResult<never>, 'isCached' | 'readAt'>) {
  return isCached ? { read_at: new Date(readAt).toISOString() } : {};
}
