import { setTimeout as sleep } from 'node:timers/promises';
import { isAway, isConflict } from './errors.ts';

/** How often a transaction is begun at most that others kept undoing. */
const ATTEMPTS = 8;
/** How long to wait for a server that is being restarted, in milliseconds. */
const PATIENCE = 3_000;
const SHORTEST_PAUSE = 5;
const LONGEST_PAUSE = 250;

/**
 * Runs a transaction again that the server undid for another one's sake, or whose connection was lost before it could
 * be committed: neither has changed anything. Throws the last error.
 */
export async function retried<T>(transaction: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + PATIENCE;
  for (let attempt = 1, pause = SHORTEST_PAUSE; ; attempt++, pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    try {
      return await transaction();
    } catch (error) {
      const again = isConflict(error) ? attempt < ATTEMPTS : isAway(error) && performance.now() < deadline;
      if (!again) throw error;
      // At random, so that transactions which collided once do not collide again.
      await sleep(pause * (0.5 + Math.random()));
    }
  }
}
