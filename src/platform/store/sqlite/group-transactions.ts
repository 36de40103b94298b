import type { SqliteConnection } from './sqlite-api.ts';
import type { Transactions } from './transactions.ts';

/** Transactions that are savepoints while a group is open: parts of its transaction that can be undone alone. */
export interface GroupTransactions extends Transactions {
  /** Begins the transaction of a group. */
  openGroup(): Promise<void>;
  /** If this fails, the group must be rolled back. */
  commitGroup(): Promise<void>;
  rollBackGroup(): void;
  /** True if SQLite rolled back the whole group by itself, as after a full disk. */
  isGroupLost(): boolean;
}

const SAVEPOINT = 'member';

/** @param single begins and ends the transactions of groups, and those outside of groups. */
export function groupTransactions(connection: SqliteConnection, single: Transactions): GroupTransactions {
  let isOpen = false;
  let isLost = false;

  function close() {
    isOpen = false;
    isLost = false;
  }
  return {
    beginRead: single.beginRead,
    async beginWrite() {
      if (!isOpen) return single.beginWrite();
      connection.exec(`savepoint ${SAVEPOINT}`);
    },
    async commit() {
      if (!isOpen) return single.commit();
      connection.exec(`release ${SAVEPOINT}`);
    },
    rollBack() {
      if (!isOpen) return single.rollBack();
      try {
        connection.exec(`rollback to ${SAVEPOINT}; release ${SAVEPOINT}`);
      } catch {
        isLost = true;
      }
    },
    async openGroup() {
      await single.beginWrite();
      isOpen = true;
    },
    async commitGroup() {
      await single.commit();
      close();
    },
    rollBackGroup() {
      single.rollBack();
      close();
    },
    isGroupLost: () => isLost,
  };
}
