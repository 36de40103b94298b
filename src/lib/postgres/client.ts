import type { PoolClient, QueryResult } from 'pg';
import { CommitLostError, isLost } from './errors.ts';

/** A connection that somebody has to themselves until they release it. */
export interface Connection {
  query(sql: string, parameters: readonly unknown[]): Promise<Pick<QueryResult, 'command' | 'rowCount' | 'rows'>>;
  release(): void;
}

/** A connection of the pool which minds how a transaction ends. */
export function guardedClient(client: PoolClient, onRelease: () => void): Connection {
  let broken = false;
  // A connection that is in use when it ends says so in two ways; without this, the second one ends the process.
  const onError = () => {
    broken = true;
  };
  client.on('error', onError);

  async function query(sql: string, parameters: readonly unknown[]) {
    try {
      const result = await client.query(sql, [...parameters]);
      // After a failed statement that somebody passed over, the server answers a commit by rolling back.
      if (sql === 'commit' && result.command !== 'COMMIT') throw new Error('The transaction was rolled back.');
      return result;
    } catch (error) {
      broken ||= isLost(error);
      // A transaction whose connection is gone is rolled back by that; the error that came before is the one to tell.
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
      // Whoever comes next shall not wait for an answer that is still due from the last one.
      client.release(broken);
      onRelease();
    },
  };
}
