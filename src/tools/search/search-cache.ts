import { createJsonCache, type JsonCache } from './json-cache.ts';

/**
 * Results of searches beyond their answers, so that a cursor does not read the whole list again. Belongs to one
 * credential and is in memory only: without an entry, or on another replica, a cursor is correct too, only slower.
 */
export interface SearchCache extends Pick<JsonCache, 'open'> {
  /** Evicts everything, because records have changed. */
  invalidate(): void;
}

export const MAX_SEARCH_CACHE_BYTES = 4 * 1024 * 1024;
/** About as long as an agent takes for a few steps. */
const TTL_MS = 2 * 60_000;

export function createSearchCache(maxBytes = MAX_SEARCH_CACHE_BYTES): SearchCache {
  return createJsonCache({ maxBytes, ttlMs: TTL_MS });
}
