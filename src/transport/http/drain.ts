import type { ServerResponse } from 'node:http';
import { isLongLived } from '../limits/long-lived.ts';
import type { Middleware } from './exchange.ts';

/** How often shutdown checks whether a request has come meanwhile, in milliseconds. */
const POLL_MS = 20;

/** Knows the requests under way, so that shutdown can wait for their answers. */
export function createDrain() {
  const underWay = new Set<Promise<void>>();
  const track = (outgoing: ServerResponse) => {
    const ended = new Promise<void>((resolve) => void outgoing.once('close', resolve));
    underWay.add(ended);
    void ended.then(() => underWay.delete(ended));
  };
  const trackRequests: Middleware = ({ incoming, outgoing }, next) => {
    if (!isLongLived(incoming)) track(outgoing);
    next();
  };
  return {
    trackRequests,
    /** Waits until all answers are written or their clients have gone, for `timeoutMs` at most. */
    async wait(timeoutMs: number, expecting: () => boolean): Promise<void> {
      const late = pause(timeoutMs).then(() => 'late');
      while (underWay.size > 0 || expecting()) {
        if ((await Promise.race([late, ...underWay, pause(POLL_MS)])) === 'late') return;
      }
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
