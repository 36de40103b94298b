import { LRUCache } from 'lru-cache';
import type { CallDetail, Read } from '../../contract/index.ts';

/** Details of calls that a search has read, for the next search. Belongs to one credential and lives in memory only. */
export interface CallCache {
  get(id: string, load: () => Promise<Read<typeof CallDetail>>): Promise<Read<typeof CallDetail>>;
  /** Has a call read again: it changed. */
  invalidate(id: string): void;
}

/** Kept as JSON in bytes, which is what it costs: in objects it would be several times as much. Some thousands of calls. */
const MAX_BYTES = 8 * 1024 * 1024;
/** After this time a call is read again, in milliseconds. */
const TTL_MS = 10 * 60_000;

export function createCallCache(maxBytes = MAX_BYTES): CallCache {
  const cache = new LRUCache<string, Buffer>({
    maxSize: maxBytes,
    ttl: TTL_MS,
    sizeCalculation: (json) => json.length,
  });
  let forgotten = 0;
  return {
    async get(id, load) {
      const known = cache.get(id);
      if (known) return JSON.parse(known.toString()) as Read<typeof CallDetail>;
      const changes = forgotten;
      const read = await load();
      // What was read while the call changed may be what it was before.
      if (changes === forgotten) cache.set(id, Buffer.from(JSON.stringify(read)));
      return read;
    },
    invalidate(id) {
      forgotten++;
      cache.delete(id);
    },
  };
}
