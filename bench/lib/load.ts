import { median } from './numbers.ts';

/** The median of what `count` runs took, one after the other, in microseconds. */
export async function latency(work: () => Promise<unknown>, count: number): Promise<number> {
  const taken: number[] = [];
  for (let index = 0; index < count; index++) {
    const begin = performance.now();
    await work();
    taken.push((performance.now() - begin) * 1_000);
  }
  return median(taken);
}

/** Keeps `inFlight` runs going until `enough`; how many ended, and how many a second. */
export async function rush(
  work: () => Promise<unknown>,
  inFlight: number,
  enough: { ms: number } | { calls: number },
): Promise<{ done: number; perSecond: number }> {
  const begin = performance.now();
  let started = 0;
  let done = 0;
  const more = () => ('ms' in enough ? performance.now() - begin < enough.ms : started < enough.calls);
  const worker = async () => {
    while (more()) {
      started++;
      await work();
      done++;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  return { done, perSecond: (done / (performance.now() - begin)) * 1_000 };
}
