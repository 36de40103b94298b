import type { Db } from '../schema/schema.ts';

/** A statement has a limited number of parameters. */
const REFERENCES_AT_ONCE = 500;

/** Returns those of the ids of calls that a record of the team has: a call, a report or a change of a booking. */
export async function knownReferences(db: Db, teamId: string, references: readonly string[]): Promise<Set<string>> {
  const known = new Set<string>();
  for (let start = 0; start < references.length; start += REFERENCES_AT_ONCE) {
    const some = references.slice(start, start + REFERENCES_AT_ONCE);
    const inTable = (table: 'calls' | 'call_reports' | 'booking_calls') =>
      db.selectFrom(table).select('call_reference').where('team_id', '=', teamId).where('call_reference', 'in', some);
    const rows = await inTable('calls').union(inTable('call_reports')).union(inTable('booking_calls')).execute();
    for (const { call_reference } of rows) if (call_reference !== null) known.add(call_reference);
  }
  return known;
}
