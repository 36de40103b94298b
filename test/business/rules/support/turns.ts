import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const SCHEDSTAT = '/proc/thread-self/schedstat';

/** Processor time of this thread where the system tells it, so that a loaded machine does not change the result. */
function usedMs(): number {
  try {
    return Number(readFileSync(SCHEDSTAT, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

/** Runs work and returns how long the longest turn of the event loop took meanwhile, in milliseconds. */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  // What came before ends its turn.
  await delay(10);
  let longest = 0;
  let last = usedMs();
  const look = () => {
    const now = usedMs();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, 1);
  try {
    await work();
    await delay(3);
  } finally {
    clearInterval(timer);
  }
  return longest;
}
