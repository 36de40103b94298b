/** As many tasks wait for a permit as may. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError';
}

export interface Semaphore {
  /**
   * Waits for a permit, and gives the function that returns it. Calling that again does nothing.
   * @throws QueueFullError when too many wait already.
   */
  acquire(): Promise<() => void>;
  /** Runs a task while it holds a permit. Rejects as `acquire` does, or with the task's own error. */
  run<T>(task: () => Promise<T>): Promise<T>;
}

export interface SemaphoreOptions {
  /** How many may be held at a time. */
  permits: number;
  /** How many may wait for one. Default: any number. */
  maxQueue?: number;
}

/** A counting semaphore that serves those who wait in the order in which they came (FIFO). */
export function createSemaphore({ permits, maxQueue = Number.POSITIVE_INFINITY }: SemaphoreOptions): Semaphore {
  let available = permits;
  const queue: (() => void)[] = [];

  const releaser = () => {
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      const next = queue.shift();
      // A permit goes to the next in the queue directly, so that no later caller can take it first.
      if (next) next();
      else available += 1;
    };
  };
  const acquire = async () => {
    if (available > 0) available -= 1;
    else if (queue.length >= maxQueue) throw new QueueFullError('too many tasks wait for a permit');
    else await new Promise<void>((resolve) => void queue.push(resolve));
    return releaser();
  };
  return {
    acquire,
    async run(task) {
      const release = await acquire();
      try {
        return await task();
      } finally {
        release();
      }
    },
  };
}
