import { expect, it } from 'vitest';
import { createRetryQueue, MAX_QUEUED } from '../../src/events/retry-queue.ts';
import { silentLogger } from '../../src/lib/logging/logger.ts';

it('a queue that had to drop items says so after those that waited', async () => {
  const sent: (number | 'lost')[] = [];
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const send = async (item: number | 'lost') => {
    await opened;
    sent.push(item);
  };
  const queue = createRetryQueue(send, silentLogger, (): number | 'lost' => 'lost');
  for (let item = 1; item <= MAX_QUEUED + 5; item++) queue.add(item);
  open();
  await expect.poll(() => sent.length).toBe(MAX_QUEUED + 1);
  expect(sent.slice(-2)).toEqual([MAX_QUEUED, 'lost']);
  queue.add(0);
  await expect.poll(() => sent.slice(-2)).toEqual(['lost', 0]);
});
