import type { Client as ClientClass, ClientConfig, PoolClient } from 'pg';
import { createSemaphore } from '../concurrency/semaphore.ts';
import type { Address } from './address.ts';
import { type Connection, guardedClient } from './client.ts';
import { isConnectTimeout } from './errors.ts';

/** A share of the connections. `connect` waits until one is free. */
export interface ConnectionPool {
  connect(): Promise<Connection>;
  end(): Promise<void>;
}

/** The connections of this process. They are opened on first use, and reopened after a loss. */
interface Pools {
  reader: ConnectionPool;
  writer: ConnectionPool;
  close(): Promise<void>;
}

/** Type OID of eight-byte integers: times and numbers, all of them below 2^53. */
const INT8_OID = 20;

export async function openPools({ client, poolSize }: Address): Promise<Pools> {
  const { default: pg } = await import('pg');
  const types = new pg.TypeOverrides();
  types.setTypeParser(INT8_OID, Number);
  const Client = closeAfterFailedConnect(pg.Client);
  const pool = new pg.Pool({ ...client, types, max: poolSize, idleTimeoutMillis: 60_000, pipeline: true, Client });
  // The pool drops an idle connection that is lost, and emits this error, which ends the process if unhandled.
  pool.on('error', () => {});
  const writers = Math.floor(poolSize / 2);
  const connect = withoutRepeatedTimeouts(() => pool.connect());
  return {
    // Writers wait for each other's locks: they must not block readers as well.
    reader: sharePool(connect, poolSize - writers),
    writer: sharePool(connect, writers),
    close: () => pool.end(),
  };
}

/**
 * Limits a pool to `size` connections in use. The wait for a permit is bounded by the server's timeouts for the other
 * users; the pool's own timeout, for connecting, starts after it.
 */
function sharePool(connect: Connect, size: number): ConnectionPool {
  const semaphore = createSemaphore({ permits: size });
  return {
    async connect() {
      const release = await semaphore.acquire();
      try {
        return guardedClient(await connect(), release);
      } catch (error) {
        release();
        throw error;
      }
    },
    end: async () => {},
  };
}

type Connect = () => Promise<PoolClient>;

/** Until so long after a connection was not opened in time, others are not tried: each would take as long again. */
const TIMEOUT_PAUSE_MS = 5_000;

function withoutRepeatedTimeouts(connect: Connect): Connect {
  let timedOut: { error: unknown; until: number } | undefined;
  return async () => {
    if (timedOut && performance.now() < timedOut.until) throw timedOut.error;
    try {
      const client = await connect();
      timedOut = undefined;
      return client;
    } catch (error) {
      timedOut = isConnectTimeout(error) ? { error, until: performance.now() + TIMEOUT_PAUSE_MS } : undefined;
      throw error;
    }
  };
}

/**
 * Closes the socket of a connection attempt that fails on this side, such as for a missing password: `pg` would leave it
 * open until the server's authentication timeout of a minute.
 */
function closeAfterFailedConnect(Client: typeof ClientClass): typeof ClientClass {
  return class ClosingClient extends Client {
    constructor(config?: ClientConfig) {
      super(config);
      // Between the pool's listener and that of `guardedClient`, the server can end the connection: without a listener the error
      // would end the process. The next query is rejected, because the connection is lost.
      this.on('error', () => {});
      const connect = this.connect.bind(this);
      const connectOrClose = (callback: (error: Error) => void) =>
        connect((error: Error | undefined) => {
          if (error) void this.end().catch(() => {});
          callback(error as Error);
        });
      // The pool uses this form only.
      this.connect = connectOrClose as typeof this.connect;
    }
  };
}
