/** A lock that goes to those who wait in the order in which they came. */
export interface Mutex {
  lock(): Promise<void>;
  unlock(): void;
}

export function createMutex(): Mutex {
  let locked = false;
  const waiting: (() => void)[] = [];
  return {
    async lock() {
      if (locked) await new Promise<void>((resolve) => void waiting.push(resolve));
      locked = true;
    },
    unlock() {
      const next = waiting.shift();
      // Handed over while still locked, so that nobody slips in between.
      if (next) next();
      else locked = false;
    },
  };
}
