interface Listeners<T> {
  /** Returns a function that removes the listener. */
  add(listener: (value: T) => void): () => void;
  call(value: T): void;
  readonly size: number;
}

/** A set of listeners. The same function can be added more than once. */
export function createListeners<T = void>(): Listeners<T> {
  const entries = new Set<{ listener: (value: T) => void }>();
  return {
    add(listener) {
      const entry = { listener };
      entries.add(entry);
      return () => void entries.delete(entry);
    },
    call(value) {
      for (const { listener } of [...entries]) listener(value);
    },
    get size() {
      return entries.size;
    },
  };
}
