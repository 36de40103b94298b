import { type DatabaseConnection, DefaultQueryExecutor, type Dialect, DummyDriver, Kysely } from 'kysely';
import type { Db, Schema } from './schema/schema.ts';

/**
 * Returns a function that makes the queries of a connection. They are given to the connection when they are started, in this
 * order: Kysely's own transactions wait for the answer to each query first, and may let a later one overtake.
 */
export function directQueries(language: Omit<Dialect, 'createDriver'>): (connection: DatabaseConnection) => Db {
  const dialect = {
    createAdapter: () => language.createAdapter(),
    createIntrospector: (db: Kysely<unknown>) => language.createIntrospector(db),
    createQueryCompiler: () => language.createQueryCompiler(),
    createDriver: () => new DummyDriver(),
  };
  const compiler = dialect.createQueryCompiler();
  const adapter = dialect.createAdapter();
  const driver = dialect.createDriver();
  return (connection) => {
    const provider = { provideConnection: <T>(use: (one: DatabaseConnection) => Promise<T>) => use(connection) };
    const executor = new DefaultQueryExecutor(compiler, adapter, provider);
    return new Kysely<Schema>({ config: { dialect }, dialect, driver, executor });
  };
}
