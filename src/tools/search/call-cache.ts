import { LRUCache } from 'lru-cache';
import type { CallDetail, Read } from '../../contract/index.ts';

/** Details of calls that a search has read, for the next search. Belongs to one credential and lives in memory only. */
export interface CallCache {
  get(id: string, load: () => Promise<Read<typeof CallDetail>>): Promise<Read<typeof CallDetail>>;
}

/** Characters of JSON kept at most: some thousands of calls. */
const MAX_CHARACTERS = 24_000_000;
/** After this time a call is read again, in milliseconds. */
const TTL_MS = 10 * 60_000;

export function createCallCache(): CallCache {
  const cache = new LRUCache<string, Read<typeof CallDetail>>({
    maxSize: MAX_CHARACTERS,
    ttl: TTL_MS,
    sizeCalculation: (read) => JSON.stringify(read).length,
  });
  return {
    async get(id, load) {
      const known = cache.get(id);
      if (known) return known;
      const read = await load();
      cache.set(id, read);
      return read;
    },
  };
}
