import type { CallDetail, Read } from '../../contract/index.ts';
import { createJsonCache } from './json-cache.ts';

/** Call details that a search has read, for the next search. Belongs to one credential and is in memory only. */
export interface CallCache {
  get(id: string, load: () => Promise<Read<typeof CallDetail>>): Promise<Read<typeof CallDetail>>;
  /** Evicts a call, because it changed; all calls if it is unknown which one did. */
  invalidate(id: string | undefined): void;
}

/** Holds some thousands of calls. */
export const MAX_CALL_CACHE_BYTES = 8 * 1024 * 1024;
const TTL_MS = 10 * 60_000;

export function createCallCache(maxBytes = MAX_CALL_CACHE_BYTES): CallCache {
  const { open, invalidate } = createJsonCache({ maxBytes, ttlMs: TTL_MS });
  return {
    async get(id, load) {
      const cache = await open();
      const cached = cache.get(id) as Read<typeof CallDetail> | undefined;
      if (cached) return cached;
      const generation = cache.generation();
      const read = await load();
      // A read that was concurrent with a change may have returned the state before it.
      cache.set(id, read, generation);
      return read;
    },
    invalidate,
  };
}
