import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { createSemaphore } from '../../../lib/semaphore.ts';
import type { SqliteConnection, SqliteStatement, SqlValue } from './driver.ts';
import { isBusy } from './errors.ts';
import { retry } from './retry.ts';

/** Prepared statements kept per connection: more than the program has, so that generated ones cannot pile up. */
const STATEMENTS = 200;
/** Longer ones, which insert many rows, are large when prepared and rarely come again. In characters. */
const LONGEST_KEPT = 10_000;

/** Kysely on one connection with the `node:sqlite` API. */
export function sqliteDialect(connection: SqliteConnection): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => sqliteDriver(connection),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

function sqliteDriver(connection: SqliteConnection): Driver {
  const mutex = createSemaphore({ permits: 1 });
  let unlock = () => {};
  const shared = databaseConnection(connection);
  const run = async (sql: string) => void (await shared.executeQuery(CompiledQuery.raw(sql)));
  return {
    init: async () => {},
    // First come, first served: for the writing connection this is the process's write queue.
    acquireConnection: async () => {
      unlock = await mutex.acquire();
      return shared;
    },
    releaseConnection: async () => unlock(),
    async beginTransaction(_connection, settings) {
      if (settings.accessMode === 'read only') return run('begin');
      // Taking the write lock at once means that a transaction which has begun cannot fail for another process's.
      await retry(() => connection.exec('begin immediate'), isBusy);
    },
    commitTransaction: () => run('commit'),
    async rollbackTransaction() {
      // SQLite has rolled back by itself after some errors, such as a full disk.
      if (connection.isTransaction) await run('rollback');
    },
    // Kysely does not call this for a connection that was never used, so whoever opened it closes it.
    destroy: async () => shared.forget(),
  };
}

/** `forget` lets go of the prepared statements: the library keeps a closed file open until the last one is collected. */
function databaseConnection(connection: SqliteConnection): DatabaseConnection & { forget(): void } {
  const statements = new Map<string, { statement: SqliteStatement; returnsRows: boolean }>();

  function prepare(sql: string) {
    let entry = statements.get(sql);
    if (entry) {
      statements.delete(sql);
    } else {
      const statement = connection.prepare(sql);
      entry = { statement, returnsRows: statement.columns().length > 0 };
    }
    // Last in the map is the most recently used; the first is the one to forget.
    if (sql.length <= LONGEST_KEPT) statements.set(sql, entry);
    const oldest = statements.size > STATEMENTS ? statements.keys().next().value : undefined;
    if (oldest !== undefined) statements.delete(oldest);
    return entry;
  }

  return {
    forget: () => statements.clear(),
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const { statement, returnsRows } = prepare(sql);
      const values = parameters as readonly SqlValue[];
      if (returnsRows) return { rows: statement.all(...values) as R[] };
      return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) };
    },
    streamQuery() {
      throw new Error('This dialect does not stream: every query here has a limit.');
    },
  };
}
