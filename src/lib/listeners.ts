export interface Listeners {
  /** Returns what removes it again. */
  add(listener: () => void): () => void;
  call(): void;
  readonly size: number;
}

/** Those who want to be called; the same function may be among them more than once. */
export function createListeners(): Listeners {
  const entries = new Set<{ listener: () => void }>();
  return {
    add(listener) {
      const entry = { listener };
      entries.add(entry);
      return () => void entries.delete(entry);
    },
    call() {
      for (const { listener } of [...entries]) listener();
    },
    get size() {
      return entries.size;
    },
  };
}
