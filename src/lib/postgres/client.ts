import type { Duplex } from 'node:stream';
import type { PoolClient, QueryResult } from 'pg';
import { CommitLostError, isLost, isOutdatedPlan, isWriteRefused } from './errors.ts';
import { statementName } from './statement-names.ts';

type Result = Pick<QueryResult, 'command' | 'rowCount' | 'rows'>;

/**
 * A connection for exclusive use until it is released. Statements are sent at once, also while earlier ones have no answer
 * yet (a pipeline), and executed in this order.
 */
export interface Connection {
  query(sql: string, parameters: readonly unknown[]): Promise<Result>;
  release(): void;
}

/** Sends what is written to a connection in one turn of the event loop in one system call. */
function sendTogether(client: PoolClient): void {
  const stream = (client as Partial<{ connection: { stream: Duplex } }>).connection?.stream;
  if (!stream || stream.writableCorked > 0) return;
  stream.cork();
  setImmediate(() => stream.uncork());
}

const NO_ROWS = { rowCount: 0, rows: [] };

/**
 * Wraps a connection of the pool so that the outcome of a transaction is reported correctly. The begin of a transaction is
 * sent with its first statement, and no caller waits for the end of one that only reads: neither takes a round trip.
 */
export function guardedClient(client: PoolClient, onRelease: () => void): Connection {
  let broken = false;
  /** The begin of a transaction that has not been sent yet. */
  let opening: string | undefined;
  let isReadOnly = false;
  // A connection that is lost while in use rejects its query and emits `error`, which ends the process if unhandled.
  const onError = () => {
    broken = true;
  };
  client.on('error', onError);

  const send = (sql: string, parameters: readonly unknown[]): Promise<Result> => {
    sendTogether(client);
    const name = statementName(sql);
    const values = [...parameters];
    return client.query(name === undefined ? { text: sql, values } : { name, text: sql, values });
  };

  async function query(sql: string, parameters: readonly unknown[]): Promise<Result> {
    if (/^(?:begin|start transaction)\b/.test(sql)) {
      opening = sql;
      isReadOnly = sql.endsWith('read only');
      return { command: 'BEGIN', ...NO_ROWS };
    }
    const isEnd = sql === 'commit' || sql === 'rollback';
    if (isEnd && opening !== undefined) {
      opening = undefined;
      return { command: sql.toUpperCase(), ...NO_ROWS };
    }
    const begun = opening === undefined ? undefined : send(opening, []);
    opening = undefined;
    try {
      const answered = send(sql, parameters);
      if (sql === 'commit' && isReadOnly) {
        answered.catch(onError);
        return { command: 'COMMIT', ...NO_ROWS };
      }
      const [result] = await Promise.all([answered, begun]);
      // If the error of a statement was ignored, the server answers the commit by rolling back.
      if (sql === 'commit' && result.command !== 'COMMIT') throw new Error('The transaction was rolled back.');
      return result;
    } catch (error) {
      // One that cannot even roll back must not reach its next user within a transaction.
      broken ||= isLost(error) || isOutdatedPlan(error) || isWriteRefused(error) || sql === 'rollback';
      // The server rolls back a transaction whose connection is lost. The earlier error is the one to report.
      if (broken && sql === 'rollback') return { command: 'ROLLBACK', ...NO_ROWS };
      if (isLost(error) && sql === 'commit')
        throw new CommitLostError('The connection was lost during a commit', { cause: error });
      throw error;
    }
  }

  return {
    query,
    release() {
      client.removeListener('error', onError);
      // A broken connection is destroyed: its next user would wait for an answer that is still outstanding.
      client.release(broken);
      onRelease();
    },
  };
}
