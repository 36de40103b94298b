import type { ServerResponse } from 'node:http';
import { isLongLived } from '../limits/long-lived.ts';
import type { Middleware } from './exchange.ts';

/** Interval at which shutdown checks for new requests. */
const POLL_MS = 20;

/** Tracks the open requests, so that shutdown can wait for their responses. */
export function createDrain() {
  const openRequests = new Set<Promise<void>>();
  const track = (outgoing: ServerResponse) => {
    const closed = new Promise<void>((resolve) => void outgoing.once('close', resolve));
    openRequests.add(closed);
    void closed.then(() => openRequests.delete(closed));
  };
  const trackRequests: Middleware = ({ incoming, outgoing }, next) => {
    if (!isLongLived(incoming)) track(outgoing);
    next();
  };
  return {
    trackRequests,
    /** Waits until all responses are written or their clients have disconnected, but not longer than `timeoutMs`. */
    async wait(timeoutMs: number, expectsRequest: () => boolean): Promise<void> {
      const timeout = sleep(timeoutMs).then(() => 'timeout');
      while (openRequests.size > 0 || expectsRequest()) {
        if ((await Promise.race([timeout, ...openRequests, sleep(POLL_MS)])) === 'timeout') return;
      }
    },
  };
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
