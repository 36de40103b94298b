import type { ServerResponse } from 'node:http';
import { isLongLived } from '../limits/long-lived.ts';
import type { Middleware } from './exchange.ts';

/** Interval at which shutdown checks for open and new requests. */
const POLL_MS = 20;

/** Tracks the open requests, so that shutdown can wait for their responses. */
export function createDrain() {
  // A set of them would keep each response until the next major collection: obsolete tables of a set refer to what it had.
  let openResponses = 0;
  const track = (outgoing: ServerResponse) => {
    openResponses++;
    outgoing.on('close', () => openResponses--);
  };
  const trackRequests: Middleware = ({ incoming, outgoing }, next) => {
    if (!isLongLived(incoming)) track(outgoing);
    next();
  };
  return {
    trackRequests,
    /** Waits until all responses are written or their clients have disconnected, but not longer than `timeoutMs`. */
    async wait(timeoutMs: number, expectsRequest: () => boolean): Promise<void> {
      const end = performance.now() + timeoutMs;
      while ((openResponses > 0 || expectsRequest()) && performance.now() < end) await sleep(POLL_MS);
    },
  };
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
