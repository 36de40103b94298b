/** Evicts the entries that were inserted first, until at most `maxEntries` remain. */
export function evictOldest(entries: Set<string> | Map<string, unknown>, maxEntries: number): void {
  for (const oldest of entries.keys()) {
    if (entries.size <= maxEntries) return;
    entries.delete(oldest);
  }
}
