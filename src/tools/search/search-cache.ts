import { LRUCache } from 'lru-cache';

/**
 * Results of searches beyond their answers, so that a cursor does not read the whole list again. Belongs to one
 * credential and is in memory only: without an entry, or on another replica, a cursor is correct too, only slower.
 */
export interface SearchCache {
  /** Returns undefined if nothing is cached or the entry has expired. */
  get(key: string): unknown;
  /** @param generation `generation()` before the read: a result that was read before an invalidation is not cached. */
  set(key: string, result: unknown, generation: number): void;
  /** Increases with each invalidation. */
  generation(): number;
  /** Evicts everything, because records have changed. */
  invalidate(): void;
}

/** Entries are JSON in a buffer, so that this is their real size: as objects they would take several times as much. */
const MAX_BYTES = 4 * 1024 * 1024;
/** About as long as an agent takes for a few steps. */
const TTL_MS = 2 * 60_000;

export function createSearchCache(maxBytes = MAX_BYTES): SearchCache {
  const cache = new LRUCache<string, Buffer>({
    maxSize: maxBytes,
    ttl: TTL_MS,
    sizeCalculation: (json) => json.length,
  });
  let generation = 0;
  return {
    get(key) {
      const json = cache.get(key);
      return json && JSON.parse(json.toString());
    },
    set(key, result, readGeneration) {
      if (readGeneration === generation) cache.set(key, Buffer.from(JSON.stringify(result)));
    },
    generation: () => generation,
    invalidate() {
      generation++;
      cache.clear();
    },
  };
}
