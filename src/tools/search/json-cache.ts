import type { LRUCache } from 'lru-cache';

/** An LRU cache with a bound in bytes and an expiry, whose entries are invalidated when records change. */
export interface JsonCache {
  /** Loads the library when it is first used: most tools cache nothing. */
  open(): Promise<OpenCache>;
  /** Evicts one entry, or all without a key. */
  invalidate(key?: string): void;
}

export interface OpenCache {
  /** Returns undefined if nothing is cached or the entry has expired. */
  get(key: string): unknown;
  /** @param generation `generation()` before the read: a value that was read before an invalidation is not cached. */
  set(key: string, value: unknown, generation: number): void;
  /** Increases with each invalidation. */
  generation(): number;
}

/** Larger values are not cached. */
export const MAX_ENTRY_BYTES = 1024 * 1024;
/** What an entry takes besides its key and its value. */
const ENTRY_BYTES = 200;

/** Entries are JSON in a buffer, so that this is their real size: as objects they would take several times as much. */
export function createJsonCache({ maxBytes, ttlMs }: { maxBytes: number; ttlMs: number }): JsonCache {
  let entries: LRUCache<string, Buffer> | undefined;
  let generation = 0;
  const open = async () => {
    if (entries) return entries;
    const { LRUCache: Cache } = await import('lru-cache');
    entries ??= new Cache<string, Buffer>({
      maxSize: maxBytes,
      // Parsing a larger one would hold the event loop.
      maxEntrySize: MAX_ENTRY_BYTES,
      ttl: ttlMs,
      sizeCalculation: (json, key) => json.length + key.length + ENTRY_BYTES,
    });
    return entries;
  };
  return {
    async open() {
      const cache = await open();
      return {
        get(key) {
          const json = cache.get(key);
          return json && JSON.parse(json.toString());
        },
        set(key, value, readGeneration) {
          if (readGeneration === generation) cache.set(key, Buffer.from(JSON.stringify(value)));
        },
        generation: () => generation,
      };
    },
    invalidate(key) {
      generation++;
      if (key === undefined) entries?.clear();
      else entries?.delete(key);
    },
  };
}
