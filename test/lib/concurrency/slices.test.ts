import { expect, it } from 'vitest';
import { forEachInSlices, mapInSlices } from '../../../src/lib/concurrency/slices.ts';

/** Occupies the thread, as work on data does. */
function occupy(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

it('many long calls together hold the event loop no longer than one slice', async () => {
  let [turns, longest, stopped] = [0, 0, false];
  let last = performance.now();
  const turn = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    turns++;
    if (!stopped) setImmediate(turn);
  };
  setImmediate(turn);
  const items = Array.from({ length: 40 }, (_, index) => index);
  const calls = items.slice(0, 10);
  const work = (item: number) => {
    occupy(1);
    return item;
  };
  const seen = await Promise.all(calls.map(() => mapInSlices(items, work)));
  stopped = true;
  for (const mapped of seen) expect(mapped).toEqual(items);
  // 400 ms of work; without slices it is one turn of the loop.
  expect(turns).toBeGreaterThan(20);
  expect(longest).toBeLessThan(200);
});

it('short work runs to its end without waiting for the event loop', async () => {
  await new Promise(setImmediate);
  let turned = false;
  setImmediate(() => {
    turned = true;
  });
  await forEachInSlices([1, 2, 3], () => {});
  expect(turned).toBe(false);
});
