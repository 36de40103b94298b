import pg from 'pg';

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
  await client.query('begin');
  await client.query(statement);
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
