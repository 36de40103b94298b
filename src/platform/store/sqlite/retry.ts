import { setTimeout as sleep } from 'node:timers/promises';

/** Maximum wait for the lock of another process. */
const MAX_WAIT_MS = 10_000;
const MIN_DELAY_MS = 2;
const MAX_DELAY_MS = 40;

/** Retries `attempt` with exponential backoff while its error is retryable, without blocking. Throws the last error. */
export async function retry<T>(
  attempt: () => T,
  isRetryable: (error: unknown) => boolean,
  maxWaitMs = MAX_WAIT_MS,
): Promise<T> {
  const deadline = performance.now() + maxWaitMs;
  for (let delay = MIN_DELAY_MS; ; delay = Math.min(delay * 2, MAX_DELAY_MS)) {
    try {
      return attempt();
    } catch (error) {
      if (!isRetryable(error) || performance.now() > deadline) throw error;
      // Jitter, so that processes that collided once do not collide again.
      await sleep(delay * (0.5 + Math.random()));
    }
  }
}
