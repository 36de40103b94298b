import { createSemaphore, type Semaphore } from '../../../lib/concurrency/semaphore.ts';
import type { LockScope } from '../engine.ts';

/** One write queue per team. Writers of this process queue here, so that waiting ones hold no connection. */
interface WriteQueues {
  run<T>(scope: LockScope, work: () => Promise<T>): Promise<T>;
}

export function createWriteQueues(): WriteQueues {
  const queues = new Map<string, { semaphore: Semaphore; users: number }>();
  return {
    async run(scope, work) {
      if (typeof scope === 'string' || !('team' in scope)) return work();
      const { team } = scope;
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
