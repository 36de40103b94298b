import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** The LISTEN/NOTIFY channel of committed changes. */
export const CHANNEL = 'rcpt_changes';

/** Notifies the listeners in every process once the transaction is committed. */
export async function notifyChange(tx: Db): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, '')`.execute(tx);
}
