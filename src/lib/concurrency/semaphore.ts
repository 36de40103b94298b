/** The queue of a semaphore is full. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError';
}

export interface Semaphore {
  /**
   * Waits for a permit. Returns the function that releases it; further calls of that function do nothing.
   * @throws QueueFullError if the queue is full.
   */
  acquire(): Promise<() => void>;
  /** Runs a task while it holds a permit. Rejects as `acquire` does, or with the task's own error. */
  run<T>(task: () => Promise<T>): Promise<T>;
}

interface SemaphoreOptions {
  /** Permits that can be held concurrently. */
  permits: number;
  /** Length of the queue for permits. Default: unlimited. */
  maxQueue?: number;
}

/** A counting semaphore with a FIFO queue. */
export function createSemaphore({ permits, maxQueue = Number.POSITIVE_INFINITY }: SemaphoreOptions): Semaphore {
  let available = permits;
  const queue: (() => void)[] = [];

  const releaser = () => {
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      const next = queue.shift();
      // The permit is handed to the next in the queue directly, so that no later caller can acquire it first.
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
