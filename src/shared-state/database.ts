import { readAddress } from '../lib/postgres/address.ts';
import { watchChannel } from '../lib/postgres/channel.ts';
import type { Connection } from '../lib/postgres/client.ts';
import { explainError } from '../lib/postgres/errors.ts';
import { type ConnectionPool, openPools } from '../lib/postgres/pool.ts';
import { withRetries } from '../lib/postgres/retry.ts';
import type { Query } from './query.ts';
import { prepareSchema } from './schema.ts';

/**
 * What replicas share. Opened on first use; whatever cannot be done, because the database cannot be used, is a
 * `DatabaseError`. What is lost on the way is sent again, so that each statement must be right when it runs twice.
 */
export interface StateDatabase {
  read: Query;
  write: Query;
  /** Runs `work` as one transaction, all of it or nothing. It may run several times. */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /** Calls `listener` soon after something was notified on `CHANNEL`, also for no reason. Returns what ends it. */
  onChange(listener: () => void): () => void;
  close(): Promise<void>;
}

/** What tells other replicas to look. */
export const CHANNEL = 'rcpt_state';
/** Connections of one process: what they are used for takes milliseconds. */
const MAX_CONNECTIONS = 6;

/**
 * @param prepare makes the schema, before anything else is done.
 * @throws DatabaseError when the URL is not one. Nothing is connected yet.
 */
export async function openStateDatabase(url: string, prepare = prepareSchema): Promise<StateDatabase> {
  const address = readAddress(url);
  const pools = await openPools({ ...address, poolSize: Math.min(address.poolSize, MAX_CONNECTIONS) });
  const changes = watchChannel(address.client, CHANNEL);
  const underWay = new Set<Promise<unknown>>();
  let prepared: Promise<void> | undefined;

  /** Runs something on a connection of its own, again where that does no harm. */
  const on = async <T>(pool: ConnectionPool, work: (query: Query) => Promise<T>): Promise<T> => {
    const run = withRetries(async () => {
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
    underWay.add(settled);
    void settled.then(() => underWay.delete(settled));
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
      await Promise.all(underWay);
      await pools.close();
    },
  };
}

const queryOf =
  (connection: Connection): Query =>
  async <Row>(sql: string, ...parameters: unknown[]) =>
    (await connection.query(sql, parameters)).rows as Row[];
