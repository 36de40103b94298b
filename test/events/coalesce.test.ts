import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createCoalescedRunner } from '../../src/events/coalesce.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

it('requests while a job fails share one retry, whose delay doubles, and which ends with the first success', async () => {
  let runs = 0;
  let isFailing = true;
  const runner = createCoalescedRunner(
    async () => {
      runs++;
      if (isFailing) throw new Error('fails');
    },
    () => {},
  );
  for (let request = 0; request < 100; request++) {
    runner.schedule();
    await vi.advanceTimersByTimeAsync(1);
  }
  runs = 0;
  await vi.advanceTimersByTimeAsync(60_000);
  // After 1, 3, 7, 15 and 31 seconds.
  expect(runs).toBe(5);
  isFailing = false;
  await runner.run();
  runs = 0;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(runs).toBe(0);
});
