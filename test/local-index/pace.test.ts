import { expect, it } from 'vitest';
import { createPace } from '../../src/app/mirror/pace.ts';
import { systemClock } from '../../src/lib/time/clock.ts';

const HOUR_MS = 3_600_000;

it('a wake-up that comes while the reader of the index works ends its next wait, and only that one', async () => {
  const pace = createPace(systemClock);
  pace.wake();
  await pace.wait(HOUR_MS);
  let hasWaited = false;
  const second = pace.wait(HOUR_MS).then(() => {
    hasWaited = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(hasWaited).toBe(false);
  pace.wake();
  await second;
}, 5_000);

it('a reader of the index that was stopped does not wait', async () => {
  const pace = createPace(systemClock);
  pace.stop();
  await pace.wait(HOUR_MS);
  expect(pace.stopped).toBe(true);
}, 5_000);

it('a reader of the index pauses for a part of its shortest request, however long its process was busy in others', async () => {
  let now = 0;
  const pace = createPace({ ...systemClock, monotonic: () => now });
  const takes = (ms: number) =>
    pace.request(async () => {
      now += ms;
    });
  await takes(20);
  await takes(HOUR_MS);
  await takes(20);
}, 5_000);

it('a request that fails at once does not shorten the pauses of a reader of the index after it', async () => {
  let now = 0;
  const pace = createPace({ ...systemClock, monotonic: () => now });
  const takes = (ms: number) => {
    // The pause of the request before has passed.
    now += HOUR_MS;
    return pace.request(async () => {
      now += ms;
      if (ms === 0) throw new Error('refused');
    });
  };
  await takes(HOUR_MS);
  await expect(takes(0)).rejects.toThrow('refused');
  await takes(HOUR_MS);
  let isSent = false;
  const next = pace.request(async () => {
    isSent = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(isSent).toBe(false);
  pace.stop();
  await expect(next).rejects.toThrow();
}, 5_000);
