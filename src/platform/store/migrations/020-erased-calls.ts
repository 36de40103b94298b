import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/**
 * Calls whose customer was erased, so that no later report fills them again. Calls of customers who were erased before are known
 * by their contact, unless a later report has filled them since. Never change a released migration: add another one.
 */
export async function erasedCalls(tx: Db): Promise<void> {
  await tx.schema.alterTable('calls').addColumn('erased_at', 'bigint').execute();
  await sql`update calls set erased_at = (select updated_at from contacts where contacts.id = calls.contact_id)
    where phone is null and summary is null and transcript_json = '[]' and recording_url is null and fields_json is null
      and tools_json is null and further_text is null and contact_id in (
      select id from contacts where name = 'Erased customer' and email is null and phone is null
    )`.execute(tx);
}
