/** Lets so many run at once, and so many more wait. */
export interface Turns {
  /** Runs something when it is its turn; undefined, and nothing is done, when too many wait already. */
  take<T>(work: () => Promise<T>): Promise<T | undefined>;
}

export function createTurns({ atOnce, waiting }: { atOnce: number; waiting: number }): Turns {
  let running = 0;
  const queue: (() => void)[] = [];
  return {
    async take(work) {
      if (running >= atOnce) {
        if (queue.length >= waiting) return undefined;
        // Whoever ends hands its place on.
        await new Promise<void>((resolve) => void queue.push(resolve));
      } else running += 1;
      try {
        return await work();
      } finally {
        const next = queue.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
