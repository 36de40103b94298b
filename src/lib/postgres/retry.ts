import { setTimeout as sleep } from 'node:timers/promises';
import { isAbsent, isConflict, isRestarted } from './errors.ts';

/** How often a transaction is begun at most that others kept undoing. */
const ATTEMPTS = 8;
/** How long to wait for a server that is being restarted, and for one that is not there at all, in milliseconds. */
const PATIENCE = { restarted: 10_000, absent: 3_000 };
const SHORTEST_PAUSE = 5;
const LONGEST_PAUSE = 250;

/**
 * Runs a transaction again that the server undid for another one's sake, or whose connection was lost before it could
 * be committed: neither has changed anything. Throws the last error.
 */
export async function withRetries<T>(transaction: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  for (let attempt = 1, pause = SHORTEST_PAUSE; ; attempt++, pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    try {
      return await transaction();
    } catch (error) {
      if (!worthAnother(error, attempt, performance.now() - begun)) throw error;
      // At random, so that transactions which collided once do not collide again.
      await sleep(pause * (0.5 + Math.random()));
    }
  }
}

function worthAnother(error: unknown, attempt: number, waited: number): boolean {
  if (isConflict(error)) return attempt < ATTEMPTS;
  if (isRestarted(error)) return waited < PATIENCE.restarted;
  return isAbsent(error) && waited < PATIENCE.absent;
}
