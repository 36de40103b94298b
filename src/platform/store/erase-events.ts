import { type Expression, type SqlBool, sql } from 'kysely';
import { ERASED_NAME } from '../../contract/index.ts';
import type { JsonObject } from '../../lib/json.ts';
import type { ContactRow, Db } from './schema.ts';

/**
 * Overwrites what events from `after` up to a sequence number tell about the customer of a contact: those of its records, and
 * those of records that were its own at that time. They stay in their place, because readers count them. Returns how many were
 * changed.
 */
export async function eraseEvents(tx: Db, contact: ContactRow, range: { after: number; to: number }): Promise<number> {
  const recordsOf = (table: 'bookings' | 'calls') =>
    tx.selectFrom(table).select('id').where('contact_id', '=', contact.id);
  const events = await tx
    .selectFrom('events')
    .select(['id', 'type', 'data_json'])
    .where('team_id', '=', contact.team_id)
    .where('sequence', '>', range.after)
    .where('sequence', '<=', range.to)
    .where(({ eb, or }) =>
      or([
        eb('record_id', 'in', recordsOf('bookings')),
        eb('record_id', 'in', recordsOf('calls')),
        // Quotation marks in texts of others are escaped, so that this is only found in the member itself.
        contains(eb.ref('data_json'), `"contact_id":${JSON.stringify(contact.id)}`),
      ]),
    )
    .execute();
  let changed = 0;
  for (const { id, type, data_json } of events) {
    const data = JSON.stringify(erasedData(type, JSON.parse(data_json) as JsonObject));
    if (data === data_json) continue;
    changed++;
    await tx.updateTable('events').set({ data_json: data }).where('id', '=', id).execute();
  }
  return changed;
}

/** The condition that a text of the database contains another one. SQLite ignores the case of letters. */
const contains = (expression: Expression<unknown>, text: string): Expression<SqlBool> =>
  sql<boolean>`${expression} like ${`%${text.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`;

/** The record in an event, without what it tells about the customer. The members keep their order. */
function erasedData(type: string, data: JsonObject): JsonObject {
  if (type.startsWith('call.')) return { ...data, phone: null };
  return { ...data, contact: { name: ERASED_NAME, email: null, phone: null }, notes: '' };
}
