import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createWorkLoop } from '../../../src/lib/concurrency/work-loop.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Work whose calls end when they are released. */
function controlledWork() {
  const running: (() => void)[] = [];
  let calls = 0;
  const work = () => {
    calls++;
    return new Promise<void>((resolve) => running.push(resolve));
  };
  const release = async () => {
    running.shift()?.();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { work, release, calls: () => calls };
}

it('wake-ups during a call of the work loop share one further call', async () => {
  const { work, release, calls } = controlledWork();
  const loop = createWorkLoop(work, 1_000);
  loop.wake();
  await vi.advanceTimersByTimeAsync(0);
  loop.wake();
  loop.wake();
  expect(calls()).toBe(1);
  await release();
  expect(calls()).toBe(2);
  await release();
  expect(calls()).toBe(2);
  await loop.close();
});

it('the work loop calls its work after the time that was chosen last, and at most after the longest one', async () => {
  let calls = 0;
  const loop = createWorkLoop(async () => void calls++, 1_000);
  loop.sleep(10);
  loop.sleep(400);
  await vi.advanceTimersByTimeAsync(399);
  expect(calls).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(calls).toBe(1);
  loop.sleep(60_000);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(calls).toBe(2);
  loop.sleep(-5);
  await vi.advanceTimersByTimeAsync(1);
  expect(calls).toBe(3);
  await loop.close();
});

it('reasons to wake that arrive while the work loop gathers share one call', async () => {
  let calls = 0;
  const gather = () => new Promise<void>((resolve) => setTimeout(resolve, 50));
  const loop = createWorkLoop(async () => void calls++, 1_000, gather);
  loop.wake();
  await vi.advanceTimersByTimeAsync(20);
  loop.wake();
  await vi.advanceTimersByTimeAsync(500);
  expect(calls).toBe(1);
  await loop.close();
});

it('a closed work loop waits for its running call and makes no other', async () => {
  const { work, release, calls } = controlledWork();
  const loop = createWorkLoop(work, 1_000);
  loop.wake();
  await vi.advanceTimersByTimeAsync(0);
  loop.wake();
  let isClosed = false;
  const closed = loop.close().then(() => {
    isClosed = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(isClosed).toBe(false);
  await release();
  await closed;
  loop.wake();
  loop.sleep(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(calls()).toBe(1);
});
