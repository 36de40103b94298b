import pg from 'pg';

/** A transaction behind the platform's back that is left open. */
export interface Held {
  /** Rolls it back. */
  release(): Promise<void>;
}

/** Begins a transaction on a PostgreSQL database, runs a statement in it, and leaves it so. */
export async function hold(url: string, statement: string): Promise<Held> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('begin');
  await client.query(statement);
  return {
    async release() {
      await client.query('rollback');
      await client.end();
    },
  };
}
