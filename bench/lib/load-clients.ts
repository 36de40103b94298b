import { createInterface } from 'node:readline';
import { runServer, stop } from './process.ts';

/** What clients are to do. */
export interface Load {
  /** Ends in `/mcp`. */
  url: string;
  inFlight: number;
  ms: number;
  /** The part of the calls that book; the others read one booking. */
  bookings: number;
  /** The number of the first booking: each is made once, of all loads on a database. */
  from: number;
}

/** What came of it. Times in milliseconds, of calls that were answered. */
export interface LoadResult {
  done: number;
  perSecond: number;
  p50: number;
  p99: number;
  booked: number;
  /** Why calls failed. */
  failed: string[];
}

export interface LoadClients {
  put(load: Load): Promise<LoadResult>;
  close(): Promise<void>;
}

/** Clients in a process of their own (`bench/servers/load-clients.ts`). */
export function startLoadClients(): LoadClients {
  const child = runServer('load-clients', [], {});
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async put(load) {
      child.stdin.write(`${JSON.stringify(load)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error('the clients ended');
      return JSON.parse(value) as LoadResult;
    },
    close: () => stop(child),
  };
}
