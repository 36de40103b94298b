import { createSemaphore, type Semaphore } from '../../../lib/semaphore.ts';
import type { Reach } from '../engine.ts';

/** Where this process's own writers wait for each other, so that those who wait hold no connection. */
export interface Queues {
  inTurn<T>(reach: Reach, work: () => Promise<T>): Promise<T>;
}

export function createQueues(): Queues {
  const queues = new Map<string, { semaphore: Semaphore; users: number }>();
  return {
    async inTurn(reach, work) {
      if (typeof reach === 'string') return work();
      const { team } = reach;
      const queue = queues.get(team) ?? { semaphore: createSemaphore({ permits: 1 }), users: 0 };
      queues.set(team, queue);
      queue.users += 1;
      try {
        return await queue.semaphore.run(work);
      } finally {
        queue.users -= 1;
        if (queue.users === 0) queues.delete(team);
      }
    },
  };
}
