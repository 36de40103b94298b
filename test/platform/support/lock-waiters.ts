import pg from 'pg';

/** Counts the connections to a PostgreSQL database that wait for a lock. */
export async function countLockWaiters(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    "select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  await client.end();
  return rows[0].count;
}
