import { type Expression, type SqlBool, sql } from 'kysely';
import { ERASED_NAME } from '../../../contract/index.ts';
import type { JsonObject } from '../../../lib/json.ts';
import type { CallRow, ContactRow, Db, EventRow } from '../schema/schema.ts';

/** Events from `after` up to a sequence number. */
export interface EventRange {
  after: number;
  to: number;
}

/**
 * Overwrites what events tell about the customer of a contact: those of its records, and those of records that were its own at that
 * time. They stay in their place, because readers count them. Returns how many were changed.
 */
export async function eraseEvents(tx: Db, contact: ContactRow, range: EventRange): Promise<number> {
  const recordsOf = (table: 'bookings' | 'calls') =>
    tx.selectFrom(table).select('id').where('contact_id', '=', contact.id);
  const events = await select(tx, contact.team_id, range)
    .where(({ eb, or }) =>
      or([
        eb('record_id', 'in', recordsOf('bookings')),
        eb('record_id', 'in', recordsOf('calls')),
        // Quotation marks in texts of others are escaped, so that this is only found in the member itself.
        contains(eb.ref('data_json'), `"contact_id":${JSON.stringify(contact.id)}`),
      ]),
    )
    .execute();
  return overwrite(tx, events);
}

/** The same for the events of one call. */
export async function eraseEventsOfCall(
  tx: Db,
  { id, team_id }: Pick<CallRow, 'id' | 'team_id'>,
  range: EventRange,
): Promise<number> {
  return overwrite(tx, await select(tx, team_id, range).where('record_id', '=', id).execute());
}

/** The same for the events of all calls of a team that are erased. */
export async function eraseEventsOfErasedCalls(tx: Db, teamId: string, range: EventRange): Promise<number> {
  const erased = tx.selectFrom('calls').select('id').where('team_id', '=', teamId).where('erased_at', 'is not', null);
  return overwrite(tx, await select(tx, teamId, range).where('record_id', 'in', erased).execute());
}

const select = (tx: Db, teamId: string, { after, to }: EventRange) =>
  tx
    .selectFrom('events')
    .select(['id', 'type', 'data_json'])
    .where('team_id', '=', teamId)
    .where('sequence', '>', after)
    .where('sequence', '<=', to);

async function overwrite(tx: Db, events: readonly Pick<EventRow, 'id' | 'type' | 'data_json'>[]): Promise<number> {
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
