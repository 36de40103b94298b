import pg from 'pg';
import { isConflict } from '../../../src/lib/postgres/errors.ts';

/** A transaction outside of the platform that is left open. */
export interface HeldTransaction {
  /** Runs another statement in it. */
  run(statement: string): Promise<void>;
  /** Rolls the transaction back. */
  release(): Promise<void>;
}

/** Starts a transaction on a PostgreSQL database, runs a statement in it and leaves it open. */
export async function holdTransaction(url: string, statement: string): Promise<HeldTransaction> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const begin = async () => {
    await client.query('begin');
    await client.query(statement);
  };
  // Background work of the platform may take the same locks in another order: one of the two is refused then.
  await begin().catch(async (error: unknown) => {
    if (!isConflict(error)) throw error;
    await client.query('rollback');
    await begin();
  });
  return {
    async run(next) {
      await client.query(next);
    },
    async release() {
      await client.query('rollback');
      await client.end();
    },
  };
}
