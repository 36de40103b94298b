import { LRUCache } from 'lru-cache';

/**
 * What searches have found beyond their answers, so that a cursor does not read everything again. Belongs to one
 * credential and lives in memory only: without it, or on another replica, a cursor is right as well, only slower.
 */
export interface SearchCache {
  /** Undefined when nothing is kept, or what was kept is too old. */
  get(search: string): unknown;
  /** `since` is the `age()` when reading began: what was forgotten meanwhile is not kept. */
  set(search: string, found: unknown, since: number): void;
  /** Changes whenever everything is forgotten. */
  generation(): number;
  /** Forgets everything: records have changed. */
  invalidate(): void;
}

/** As JSON in bytes, which is what it costs: in objects it would be several times as much. */
const MAX_BYTES = 4 * 1024 * 1024;
/** How long a search goes on with what it read, in milliseconds: as long as an agent takes for a few steps. */
const TTL_MS = 2 * 60_000;

export function createSearchCache(maxBytes = MAX_BYTES): SearchCache {
  const kept = new LRUCache<string, Buffer>({
    maxSize: maxBytes,
    ttl: TTL_MS,
    sizeCalculation: (json) => json.length,
  });
  let age = 0;
  return {
    get(search) {
      const json = kept.get(search);
      return json && JSON.parse(json.toString());
    },
    set(search, found, since) {
      if (since === age) kept.set(search, Buffer.from(JSON.stringify(found)));
    },
    generation: () => age,
    invalidate() {
      age++;
      kept.clear();
    },
  };
}
