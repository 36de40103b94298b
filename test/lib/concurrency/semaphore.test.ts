import { setImmediate as settled } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createSemaphore, QueueFullError } from '../../../src/lib/concurrency/semaphore.ts';

/** Runs tasks that end when the test says so, and records the order in which they began. */
function tasksOn(semaphore: ReturnType<typeof createSemaphore>) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (name: string) =>
    semaphore.run(async () => {
      begun.push(name);
      await new Promise<void>((resolve) => void ends.set(name, resolve));
      return name;
    });
  return { begun, run, end: (name: string) => ends.get(name)?.() };
}

describe('a semaphore', () => {
  it('runs one task per permit concurrently, and the others in the order of their arrival', async () => {
    const { begun, run, end } = tasksOn(createSemaphore({ permits: 2 }));
    const all = Promise.all(['a', 'b', 'c', 'd'].map(run));
    await settled();
    expect(begun).toEqual(['a', 'b']);
    end('b');
    await settled();
    expect(begun).toEqual(['a', 'b', 'c']);
    for (const name of ['a', 'c']) end(name);
    await settled();
    end('d');
    expect(await all).toEqual(['a', 'b', 'c', 'd']);
  });

  it('rejects with the error of a task and releases its permit', async () => {
    const semaphore = createSemaphore({ permits: 1 });
    await expect(semaphore.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await semaphore.run(async () => 'next')).toBe('next');
  });

  it('refuses a task when its queue is full, and takes tasks again when there is room', async () => {
    const { run, end, begun } = tasksOn(createSemaphore({ permits: 1, maxQueue: 1 }));
    const first = run('first');
    const second = run('second');
    await expect(run('refused')).rejects.toBeInstanceOf(QueueFullError);
    end('first');
    await first;
    const third = run('third');
    await settled();
    end('second');
    await second;
    await settled();
    end('third');
    expect(await third).toBe('third');
    expect(begun).toEqual(['first', 'second', 'third']);
  });

  it('hands a permit to the first in the queue, not to a caller that arrives at the moment of its release', async () => {
    const semaphore = createSemaphore({ permits: 1 });
    const order: string[] = [];
    const release = await semaphore.acquire();
    const waiting = semaphore.run(async () => void order.push('waiting'));
    release();
    const late = semaphore.run(async () => void order.push('late'));
    await Promise.all([waiting, late]);
    expect(order).toEqual(['waiting', 'late']);
  });

  it('counts a permit that is released twice once', async () => {
    const semaphore = createSemaphore({ permits: 1, maxQueue: 0 });
    const release = await semaphore.acquire();
    release();
    release();
    await semaphore.acquire();
    await expect(semaphore.acquire()).rejects.toBeInstanceOf(QueueFullError);
  });
});
