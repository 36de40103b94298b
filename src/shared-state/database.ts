import { type Address, readAddress } from '../lib/postgres/address.ts';
import type { Connection } from '../lib/postgres/client.ts';
import { explainError } from '../lib/postgres/errors.ts';
import { listenForNotifications } from '../lib/postgres/notifications.ts';
import { type ConnectionPool, openPools } from '../lib/postgres/pool.ts';
import { createRetries } from '../lib/postgres/retry.ts';
import { prepareSchema, type Query } from './schema.ts';

/**
 * The PostgreSQL database that replicas share, connected on first use. Throws a `DatabaseError` if it cannot be used.
 * Retries after a lost connection, so each statement must be idempotent.
 */
export interface StateDatabase {
  read: Query;
  write: Query;
  /** Runs `work` in one transaction. It may run several times. */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /** Calls `listener` after each NOTIFY on `STATE_CHANNEL`, sometimes without one. Returns the function that unsubscribes. */
  onChange(listener: () => void): () => void;
  close(): Promise<void>;
}

/** The LISTEN/NOTIFY channel that signals new log entries to other replicas. */
export const STATE_CHANNEL = 'rcpt_state';
/** Maximum number of connections of one process: each is used for milliseconds. */
const MAX_CONNECTIONS = 6;

/**
 * @param options.prepare creates or migrates the schema before the first statement.
 * @param options.maxStatementMs the server ends statements that take longer, also if the URL allows it.
 * @throws DatabaseError if the URL is invalid. Does not connect yet.
 */
export async function openStateDatabase(
  url: string,
  { prepare = prepareSchema, maxStatementMs }: { prepare?: typeof prepareSchema; maxStatementMs?: number } = {},
): Promise<StateDatabase> {
  const address = withMaxStatement(readAddress(url), maxStatementMs);
  const pools = await openPools({ ...address, poolSize: Math.min(address.poolSize, MAX_CONNECTIONS) });
  const changes = listenForNotifications(address.client, STATE_CHANNEL);
  const pending = new Set<Promise<unknown>>();
  const retry = createRetries();
  let prepared: Promise<void> | undefined;

  /** Runs `work` on a connection of the pool, and retries it after a lost connection. */
  const on = async <T>(pool: ConnectionPool, work: (query: Query) => Promise<T>): Promise<T> => {
    const run = retry(async () => {
      const connection = await pool.connect();
      try {
        return await work(queryOf(connection));
      } finally {
        connection.release();
      }
    }).catch((error: unknown) => {
      throw explainError(address.shown, error);
    });
    const settled = run.then(
      () => {},
      () => {},
    );
    pending.add(settled);
    void settled.then(() => pending.delete(settled));
    return run;
  };
  const inTransaction = <T>(work: (query: Query) => Promise<T>) =>
    on(pools.writer, async (query) => {
      await query('begin isolation level read committed');
      try {
        const result = await work(query);
        await query('commit');
        return result;
      } catch (error) {
        await query('rollback');
        throw error;
      }
    });
  const ready = () => {
    prepared ??= prepare(
      (sql, ...parameters) => on(pools.reader, (query) => query(sql, ...parameters)),
      inTransaction,
    ).catch((error: unknown) => {
      prepared = undefined;
      throw error;
    });
    return prepared;
  };
  return {
    async read(sql, ...parameters) {
      await ready();
      return on(pools.reader, (query) => query(sql, ...parameters));
    },
    async write(sql, ...parameters) {
      await ready();
      return on(pools.writer, (query) => query(sql, ...parameters));
    },
    async transaction(work) {
      await ready();
      return inTransaction(work);
    },
    onChange: changes.listen,
    async close() {
      await changes.close();
      await Promise.all(pending);
      await pools.close();
    },
  };
}

/** A statement of zero milliseconds has no limit. */
function withMaxStatement(address: Address, maxMs: number | undefined): Address {
  const { statement_timeout: configured } = address.client;
  if (maxMs === undefined || (configured && Number(configured) <= maxMs)) return address;
  return { ...address, client: { ...address.client, statement_timeout: maxMs } };
}

const queryOf =
  (connection: Connection): Query =>
  async <Row>(sql: string, ...parameters: unknown[]) =>
    (await connection.query(sql, parameters)).rows as Row[];
