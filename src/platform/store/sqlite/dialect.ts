import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import type { Semaphore } from '../../../lib/concurrency/semaphore.ts';
import type { SqliteConnection, SqliteStatement, SqlValue } from './sqlite-api.ts';
import type { Transactions } from './transactions.ts';

/** Size of the statement cache per connection: more than the program has, a bound for generated statements. */
const MAX_CACHED_STATEMENTS = 200;
/** In characters. Longer statements insert many rows: they are large when prepared and rarely repeated. */
const MAX_CACHED_SQL_LENGTH = 10_000;

/**
 * Kysely dialect on one connection with the `node:sqlite` API.
 * @param mutex held while the connection is in use.
 * @param decode converts each row that is read, in place.
 */
export function sqliteDialect(
  connection: SqliteConnection,
  mutex: Semaphore,
  transactions: Transactions,
  decode?: DecodeRow,
): Dialect {
  return { ...SQLITE, createDriver: () => sqliteDriver(connection, mutex, transactions, decode) };
}

export type DecodeRow = (row: Record<string, unknown>) => void;

/** What does not depend on a connection. */
export const SQLITE: Omit<Dialect, 'createDriver'> = {
  createAdapter: () => new SqliteAdapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
};

function sqliteDriver(
  connection: SqliteConnection,
  mutex: Semaphore,
  transactions: Transactions,
  decode: DecodeRow | undefined,
): Driver {
  let unlock = () => {};
  const shared = databaseConnection(connection, decode);
  const begin = ({ accessMode }: TransactionSettings) =>
    accessMode === 'read only' ? transactions.beginRead() : transactions.beginWrite();
  return {
    init: async () => {},
    // FIFO: for the write connection this is the process's write queue.
    acquireConnection: async () => {
      unlock = await mutex.acquire();
      return shared;
    },
    releaseConnection: async () => unlock(),
    async beginTransaction(_connection, settings) {
      await begin(settings);
      shared.enterTransaction();
    },
    async commitTransaction() {
      shared.assertIntact();
      await transactions.commit();
      shared.leaveTransaction();
    },
    async rollbackTransaction() {
      shared.leaveTransaction();
      transactions.rollBack();
    },
    // Kysely does not call this for a connection that was never used, so the engine closes the connection itself.
    destroy: async () => shared.clearStatements(),
  };
}

interface SharedConnection extends DatabaseConnection {
  /** Drops the prepared statements: SQLite keeps a closed file open until the last one is collected. */
  clearStatements(): void;
  enterTransaction(): void;
  leaveTransaction(): void;
  /** Throws the error of the transaction's failed statement, if one has failed. */
  assertIntact(): void;
}

/**
 * As on PostgreSQL, a transaction executes nothing after a statement that failed: SQLite may have rolled it back by itself,
 * and would commit each further statement on its own.
 */
function databaseConnection(connection: SqliteConnection, decode: DecodeRow | undefined): SharedConnection {
  let isTransaction = false;
  let failure: { error: unknown } | undefined;
  const statements = new Map<string, { statement: SqliteStatement; returnsRows: boolean }>();

  function prepare(sql: string) {
    let entry = statements.get(sql);
    if (entry) {
      statements.delete(sql);
    } else {
      const statement = connection.prepare(sql);
      entry = { statement, returnsRows: returnsRows(connection, sql, statement) };
    }
    // LRU by insertion order: the last entry is the most recently used, the first one is evicted.
    if (sql.length <= MAX_CACHED_SQL_LENGTH) statements.set(sql, entry);
    const oldest = statements.size > MAX_CACHED_STATEMENTS ? statements.keys().next().value : undefined;
    if (oldest !== undefined) statements.delete(oldest);
    return entry;
  }

  function execute<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const { statement, returnsRows } = prepare(sql);
    const values = parameters as readonly SqlValue[];
    if (returnsRows) {
      const rows = statement.all(...values);
      if (decode) for (const row of rows) decode(row as Record<string, unknown>);
      return { rows: rows as R[] };
    }
    return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) };
  }
  function assertIntact() {
    if (failure) throw failure.error;
  }

  return {
    clearStatements: () => statements.clear(),
    enterTransaction() {
      isTransaction = true;
    },
    leaveTransaction() {
      isTransaction = false;
      failure = undefined;
    },
    assertIntact,
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      assertIntact();
      try {
        return execute(query);
      } catch (error) {
        if (isTransaction) failure = { error };
        throw error;
      }
    },
    streamQuery() {
      throw new Error('This dialect does not stream: every query of the platform has a limit.');
    },
  };
}

function returnsRows(connection: SqliteConnection, sql: string, statement: SqliteStatement): boolean {
  if (statement.columns) return statement.columns().length > 0;
  const program = connection.prepare(`explain ${sql}`).all() as { opcode: string }[];
  return program.some(({ opcode }) => opcode === 'ResultRow');
}
