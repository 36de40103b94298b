import type { Semaphore } from '../../../lib/concurrency/semaphore.ts';
import { DatabaseError } from '../../../lib/database/database-error.ts';
import { isBusy, isNoTransaction } from './errors.ts';
import { TAKE_SHARED_LOCK } from './journal-lock.ts';
import { isWalConnection } from './open.ts';
import { retry } from './retry.ts';
import type { SqliteConnection } from './sqlite-api.ts';

/** Begin and end of transactions on a connection. Waits for other processes without blocking. */
export interface Transactions {
  beginRead(): Promise<void>;
  /** Takes the write lock first, so that a started transaction cannot fail because of another process. */
  beginWrite(): Promise<void>;
  commit(): Promise<void>;
  /** Also after SQLite rolled the transaction back by itself. */
  rollBack(): void;
}

/** With a WAL, readers and the writer do not wait for each other. */
export function walTransactions(connection: SqliteConnection): Transactions {
  return {
    beginRead: async () => connection.exec('begin'),
    beginWrite: () => beginImmediate(connection),
    commit: async () => connection.exec('commit'),
    rollBack: () => rollBack(connection),
  };
}

/**
 * With a rollback journal, a commit waits for the readers, and readers wait for it. Each transaction checks the journal
 * after it has its lock: a program that does not know the journal lock may have switched the database to WAL.
 * @param readers the mutex of the reading connection of this process, for the connection that writes.
 */
export function rollbackTransactions(connection: SqliteConnection, path: string, readers?: Semaphore): Transactions {
  const assertJournal = () => {
    if (!isWalConnection(connection)) return;
    connection.exec('rollback');
    const reason =
      'was switched to WAL by another program while it was open. Nothing was changed. Restart this program.';
    throw DatabaseError.at(path, reason);
  };
  const beginRead = () => {
    connection.exec('begin');
    try {
      connection.exec(TAKE_SHARED_LOCK);
    } catch (error) {
      connection.exec('rollback');
      throw error;
    }
  };
  return {
    async beginRead() {
      await retry(beginRead, isBusy);
      assertJournal();
    },
    async beginWrite() {
      await beginImmediate(connection);
      assertJournal();
    },
    async commit() {
      // Waiting for the readers of this process as for those of others would take longer.
      const release = await readers?.acquire();
      try {
        await retry(() => connection.exec('commit'), isBusy);
      } finally {
        release?.();
      }
    },
    rollBack: () => rollBack(connection),
  };
}

const beginImmediate = (connection: SqliteConnection) => retry(() => connection.exec('begin immediate'), isBusy);

function rollBack(connection: SqliteConnection): void {
  try {
    connection.exec('rollback');
  } catch (error) {
    if (!isNoTransaction(error)) throw error;
  }
}
