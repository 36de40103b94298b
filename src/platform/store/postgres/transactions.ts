import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type { Connection } from '../../../lib/postgres/client.ts';
import { CommitLostError, isUnanswered } from '../../../lib/postgres/errors.ts';
import type { ConnectionPool } from '../../../lib/postgres/pool.ts';
import { changesOf } from '../change-marker.ts';
import { directQueries } from '../direct.ts';
import { sendTotals } from '../paging.ts';
import type { Db } from '../schema/schema.ts';
import { sentBy } from '../sent.ts';
import type { PlatformDialect } from './dialect.ts';
import { NOTIFY, payloadOf } from './notify.ts';
import { sendVocabulary } from './words.ts';

export interface WriteOptions {
  /** Starts the statement that locks what the transaction needs. */
  lock?: (tx: Db) => void;
  /**
   * True if the commit does not wait for the disk (`acquireLocks` sets that): its locks are released before the change is on disk, and
   * only the caller of this transaction waits for that.
   */
  releasesEarly?: boolean;
}

export interface Transactions {
  /** Runs `work` on one snapshot of the data. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Runs `work`, which only reads, on one connection, without a transaction: each statement sees the data as of its start. */
  readWithoutTransaction<T>(work: (db: Db) => Promise<T>): Promise<T>;
  write<T>(work: (tx: Db) => Promise<T>, options?: WriteOptions): Promise<T>;
}

/**
 * Writes a message into the write-ahead log and waits until that is on disk up to it, also with all that earlier
 * transactions of the connection have written. The server does one such wait for many connections.
 */
const WAIT_FOR_DISK = "select pg_logical_emit_message(true, 'rcpt', '')";

/** Transactions on the connections of a pool. Statements that are started together are sent together. */
export function createTransactions(
  dialect: PlatformDialect,
  { reader, writer }: Record<'reader' | 'writer', ConnectionPool>,
): Transactions {
  const queries = directQueries(dialect);
  const on = (connection: Connection) => queries(connectionOf(connection));
  const within = async <T>(pool: ConnectionPool, work: (connection: Connection) => Promise<T>): Promise<T> => {
    const connection = await pool.connect();
    try {
      return await work(connection);
    } catch (error) {
      await connection.query('rollback', []);
      throw error;
    } finally {
      connection.release();
    }
  };
  return {
    read: (work) =>
      within(reader, async (connection) => {
        await connection.query('start transaction isolation level repeatable read read only', []);
        const result = await work(on(connection));
        await connection.query('commit', []);
        return result;
      }),
    readWithoutTransaction: async (work) => {
      const connection = await reader.connect();
      return work(on(connection)).finally(connection.release);
    },
    write: (work, { lock, releasesEarly = false } = {}) =>
      within(writer, async (connection) => {
        const tx = on(connection);
        await connection.query('start transaction isolation level read committed', []);
        lock?.(tx);
        const result = await work(tx).catch(async (error: unknown) => {
          // A statement that fails makes all later ones of its transaction fail.
          throw firstFailure(await Promise.allSettled(sentBy(tx)))?.reason ?? error;
        });
        // In this order in every transaction, so that no two wait for each other.
        sendTotals(tx);
        sendVocabulary(tx);
        await commit(connection, tx, releasesEarly);
        return result;
      }),
  };
}

/** A connection as Kysely uses it. */
const connectionOf = (connection: Connection): DatabaseConnection => ({
  async executeQuery<R>({ sql, parameters }: CompiledQuery) {
    const { command, rowCount, rows } = await connection.query(sql, parameters);
    const isChange = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE';
    return { rows, ...(isChange ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}) } as QueryResult<R>;
  },
  streamQuery: () => {
    throw new Error('The platform does not stream: every query has a limit.');
  },
});

/** Sends the commit right after the statements that have no answer yet, and reports the first failure of all. */
async function commit(connection: Connection, tx: Db, releasesEarly: boolean): Promise<void> {
  const committed = [...sentBy(tx), connection.query('commit', [])];
  const onDisk = releasesEarly ? [connection.query(WAIT_FOR_DISK, [])] : [];
  // A lost notification is made up for by the heartbeat of those that listen.
  const changes = changesOf(tx);
  if (changes.size > 0) connection.query(NOTIFY, [payloadOf(changes)]).catch(() => {});
  const [before, after] = await Promise.all([Promise.allSettled(committed), Promise.allSettled(onDisk)]);
  const failure = firstFailure(before);
  // The server may have executed the commit that was sent after the statement.
  if (failure && !isUnanswered(failure.reason)) throw failure.reason;
  // What is committed must not be repeated, although a crash of the server may still lose it.
  const unknown = failure ?? firstFailure(after);
  if (unknown) throw new CommitLostError('The connection was lost during a commit', { cause: unknown.reason });
}

const firstFailure = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
  outcomes.find((outcome) => outcome.status === 'rejected');
