import type { Client as ClientClass, ClientConfig, Pool } from 'pg';
import { createSemaphore } from '../semaphore.ts';
import type { Address } from './address.ts';
import { type Connection, guardedClient } from './client.ts';

/** A part of a pool: whoever wants a connection waits until one is free. */
export interface ConnectionPool {
  connect(): Promise<Connection>;
  end(): Promise<void>;
}

/** The connections of this process. Opened on first use, and anew after they are lost. */
export interface Pools {
  reader: ConnectionPool;
  writer: ConnectionPool;
  close(): Promise<void>;
}

/** An eight-byte integer's type: times and numbers, all of them below 2^53. */
const INT8 = 20;

export async function openPools({ client, poolSize }: Address): Promise<Pools> {
  const { default: pg } = await import('pg');
  const types = new pg.TypeOverrides();
  types.setTypeParser(INT8, Number);
  const pool = new pg.Pool({ ...client, types, max: poolSize, idleTimeoutMillis: 60_000, Client: tidy(pg.Client) });
  // A connection that is lost while nobody uses it has left the pool already; without a listener this ends the process.
  pool.on('error', () => {});
  const writers = Math.floor(poolSize / 2);
  return {
    // Those who write wait for each other: they must not keep those who read waiting as well.
    reader: gated(pool, poolSize - writers),
    writer: gated(pool, writers),
    close: () => pool.end(),
  };
}

/**
 * A part of a pool. Waiting for a place takes as long as those inside need, which the server's timeouts bound; the
 * pool's own limit, for connecting, begins after it.
 */
function gated(pool: Pool, width: number): ConnectionPool {
  const semaphore = createSemaphore({ permits: width });
  return {
    async connect() {
      const release = await semaphore.acquire();
      try {
        return guardedClient(await pool.connect(), release);
      } catch (error) {
        release();
        throw error;
      }
    },
    end: async () => {},
  };
}

/**
 * What fails while connecting on this side, such as for want of a password, `pg` leaves open until the server loses
 * patience after a minute.
 */
function tidy(Client: typeof ClientClass): typeof ClientClass {
  return class TidyClient extends Client {
    constructor(config?: ClientConfig) {
      super(config);
      const connect = this.connect.bind(this);
      const andTidy = (callback: (error: Error) => void) =>
        connect((error: Error | undefined) => {
          if (error) void this.end().catch(() => {});
          callback(error as Error);
        });
      // The pool uses this form only.
      this.connect = andTidy as typeof this.connect;
    }
  };
}
