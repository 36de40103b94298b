import { setTimeout as sleep } from 'node:timers/promises';

/** How long to keep trying before giving up on another process's lock, in milliseconds. */
const PATIENCE = 10_000;
const SHORTEST_PAUSE = 2;
const LONGEST_PAUSE = 40;

/** Repeats `attempt` while `again` says so, without stopping the process meanwhile; throws its last error. */
export async function retry<T>(attempt: () => T, again: (error: unknown) => boolean): Promise<T> {
  const deadline = performance.now() + PATIENCE;
  for (let pause = SHORTEST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    try {
      return attempt();
    } catch (error) {
      if (!again(error) || performance.now() > deadline) throw error;
      // At random, so that processes which collided once do not collide again.
      await sleep(pause * (0.5 + Math.random()));
    }
  }
}
