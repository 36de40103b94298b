import { setTimeout as sleep } from 'node:timers/promises';
import type { Closing } from '../../lib/http/request-lifetime.ts';
import { isLongLived } from '../limits/long-lived.ts';
import type { Middleware } from './exchange.ts';

/** Interval at which shutdown checks for open and new requests. */
const POLL_MS = 20;

/** Tracks the open requests, so that shutdown can wait for their responses, and for calls whose clients have disconnected. */
export function createDrain() {
  // A set of them would keep each response until the next major collection: obsolete tables of a set refer to what it had.
  let openRequests = 0;
  const track = (request: Closing) => {
    openRequests++;
    request.once('close', () => openRequests--);
  };
  const trackRequests: Middleware = ({ incoming, lifetime }, next) => {
    if (!isLongLived(incoming)) track(lifetime);
    next();
  };
  return {
    trackRequests,
    /** Waits until all requests have ended, but not longer than `timeoutMs`. */
    async wait(timeoutMs: number, expectsRequest: () => boolean): Promise<void> {
      const end = performance.now() + timeoutMs;
      while ((openRequests > 0 || expectsRequest()) && performance.now() < end)
        await sleep(POLL_MS, undefined, { ref: false });
    },
  };
}
