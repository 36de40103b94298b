import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../lib/time/clock.ts';

/** Pause after a request, as a fraction of how long the platform takes for one. */
const PAUSE = 0.1;
/**
 * The shortest of so many answered requests is how long the platform takes. The others also wait for this process, which stores
 * records meanwhile and sees their answers late.
 */
const RECENT_REQUESTS = 10;

/** Sends one request at a time, in their order, with a pause after each. */
export interface Pace {
  request<T>(send: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Resolves when the latest request has left: work that blocks the event loop can begin while the platform answers. */
  sent(): Promise<void>;
  /** Waits, until `wake` or `stop` is called. Does not wait if `wake` was called since the last wait. */
  wait(ms: number): Promise<void>;
  wake(): void;
  /** Aborts the request and the wait. */
  stop(): void;
  readonly stopped: boolean;
}

export function createPace(clock: Clock): Pace {
  const stopping = new AbortController();
  let waking = new AbortController();
  /** What woke the reader while it worked may have come too late for the step that it made. */
  let isWoken = false;
  let nextAt = 0;
  let recentMs: number[] = [];
  let latest: Promise<unknown> = Promise.resolve();
  let latestSent: Promise<void> = Promise.resolve();
  const sleep = async (ms: number, signal: AbortSignal) => {
    // Neither a pause nor a wait keeps the process alive.
    if (ms > 0) await delay(ms, undefined, { signal, ref: false }).catch(() => {});
  };
  return {
    request(send) {
      let leave = () => {};
      latestSent = new Promise((resolve) => {
        leave = resolve;
      });
      const request = async () => {
        await sleep(nextAt - clock.monotonic(), stopping.signal);
        const startedAt = clock.monotonic();
        try {
          stopping.signal.throwIfAborted();
          const answer = send(stopping.signal);
          leave();
          const answered = await answer;
          // A request that fails at once does not say how long the platform takes.
          recentMs = [...recentMs, clock.monotonic() - startedAt].slice(-RECENT_REQUESTS);
          return answered;
        } finally {
          leave();
          const endedAt = clock.monotonic();
          nextAt = endedAt + Math.min(endedAt - startedAt, ...recentMs) * PAUSE;
        }
      };
      const answered = latest.then(request);
      latest = answered.catch(() => {});
      return answered;
    },
    async sent() {
      await latestSent;
      await nextTurn();
    },
    async wait(ms) {
      if (!isWoken) {
        waking = new AbortController();
        await sleep(ms, AbortSignal.any([stopping.signal, waking.signal]));
      }
      isWoken = false;
    },
    wake() {
      isWoken = true;
      waking.abort();
    },
    stop: () => stopping.abort(),
    get stopped() {
      return stopping.signal.aborted;
    },
  };
}
