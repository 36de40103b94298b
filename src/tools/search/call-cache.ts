import { LRUCache } from 'lru-cache';
import type { CallDetail, Read } from '../../contract/index.ts';

/** Call details that a search has read, for the next search. Belongs to one credential and is in memory only. */
export interface CallCache {
  get(id: string, load: () => Promise<Read<typeof CallDetail>>): Promise<Read<typeof CallDetail>>;
  /** Evicts a call, because it changed. */
  invalidate(id: string): void;
}

/**
 * Entries are JSON in a buffer, so that this is their real size: as objects they would take several times as much. Holds
 * some thousands of calls.
 */
const MAX_BYTES = 8 * 1024 * 1024;
const TTL_MS = 10 * 60_000;

export function createCallCache(maxBytes = MAX_BYTES): CallCache {
  const cache = new LRUCache<string, Buffer>({
    maxSize: maxBytes,
    ttl: TTL_MS,
    sizeCalculation: (json) => json.length,
  });
  let generation = 0;
  return {
    async get(id, load) {
      const cached = cache.get(id);
      if (cached) return JSON.parse(cached.toString()) as Read<typeof CallDetail>;
      const readGeneration = generation;
      const read = await load();
      // A read that was concurrent with a change may have returned the state before it.
      if (readGeneration === generation) cache.set(id, Buffer.from(JSON.stringify(read)));
      return read;
    },
    invalidate(id) {
      generation++;
      cache.delete(id);
    },
  };
}
