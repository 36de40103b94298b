import { median } from './numbers.ts';

/** Returns the median duration of `count` consecutive runs, in microseconds. */
export async function latency(work: () => Promise<unknown>, count: number): Promise<number> {
  const taken: number[] = [];
  for (let index = 0; index < count; index++) {
    const begin = performance.now();
    await work();
    taken.push((performance.now() - begin) * 1_000);
  }
  return median(taken);
}

/** Keeps `inFlight` runs active until the limit; returns the number of completed runs, total and per second. */
export async function rush(
  work: () => Promise<unknown>,
  inFlight: number,
  limit: { ms: number } | { calls: number },
): Promise<{ done: number; perSecond: number }> {
  const begin = performance.now();
  let started = 0;
  let done = 0;
  const hasMore = () => ('ms' in limit ? performance.now() - begin < limit.ms : started < limit.calls);
  const worker = async () => {
    while (hasMore()) {
      started++;
      await work();
      done++;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  return { done, perSecond: (done / (performance.now() - begin)) * 1_000 };
}
