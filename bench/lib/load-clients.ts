import { createInterface } from 'node:readline';
import { runServer, stop } from './process.ts';

/** A load for clients. */
export interface Load {
  /** Ends in `/mcp`. */
  url: string;
  inFlight: number;
  ms: number;
  /** The share of calls that book, 0 to 1; the others read one booking. */
  bookings: number;
  /** The number of the first booking, unique among all loads on a database. */
  from: number;
}

/** The result of a load. Latencies of answered calls, in milliseconds. */
export interface LoadResult {
  done: number;
  perSecond: number;
  p50: number;
  p99: number;
  booked: number;
  /** The errors of failed calls. */
  failed: string[];
}

export interface LoadClients {
  run(load: Load): Promise<LoadResult>;
  close(): Promise<void>;
}

/** Starts clients in a separate process (`bench/servers/load-clients.ts`). */
export function startLoadClients(): LoadClients {
  const child = runServer('load-clients', [], {});
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async run(load) {
      child.stdin.write(`${JSON.stringify(load)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error('the clients ended');
      return JSON.parse(value) as LoadResult;
    },
    close: () => stop(child),
  };
}
