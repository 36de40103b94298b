import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** What transactions that others should hear of are notified on. */
export const CHANNEL = 'rcpt_changes';

/** Tells those who listen, in every process, once the transaction is committed. */
export async function announce(tx: Db): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, '')`.execute(tx);
}
