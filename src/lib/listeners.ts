export interface Listeners {
  /** Returns a function that removes the listener. */
  add(listener: () => void): () => void;
  call(): void;
  readonly size: number;
}

/** A set of listeners. The same function can be added more than once. */
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
