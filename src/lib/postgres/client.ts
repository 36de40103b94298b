import type { PoolClient, QueryResult } from 'pg';
import { CommitLostError, isLost } from './errors.ts';

/** A connection for exclusive use until it is released. */
export interface Connection {
  query(sql: string, parameters: readonly unknown[]): Promise<Pick<QueryResult, 'command' | 'rowCount' | 'rows'>>;
  release(): void;
}

/** Wraps a connection of the pool so that the outcome of a transaction is reported correctly. */
export function guardedClient(client: PoolClient, onRelease: () => void): Connection {
  let broken = false;
  // A connection that is lost while in use rejects its query and emits `error`, which ends the process if unhandled.
  const onError = () => {
    broken = true;
  };
  client.on('error', onError);

  async function query(sql: string, parameters: readonly unknown[]) {
    try {
      const result = await client.query(sql, [...parameters]);
      // If the error of a statement was ignored, the server answers the commit by rolling back.
      if (sql === 'commit' && result.command !== 'COMMIT') throw new Error('The transaction was rolled back.');
      return result;
    } catch (error) {
      broken ||= isLost(error);
      // The server rolls back a transaction whose connection is lost. The earlier error is the one to report.
      if (broken && sql === 'rollback') return { command: 'ROLLBACK', rowCount: 0, rows: [] };
      if (broken && sql === 'commit')
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
