import { insertInChunks } from '../store/insert.ts';
import { marksOfTeam } from '../store/promises/promise-marks.ts';
import type { BookingCallRow, Db } from '../store/schema/schema.ts';
import type { PromiseMarkRow } from '../store/schema/schema-promises.ts';

/** Rows that refer to calls and bookings: about reported calls, and the marks of users. */
export interface CallLinks {
  reports: { id: string; call_id: string | null }[];
  bookingCalls: BookingCallRow[];
  marks: PromiseMarkRow[];
}

/** Takes the links away, so that the calls and bookings of a team can be replaced. */
export async function takeCallLinks(tx: Db, teamId: string): Promise<CallLinks> {
  const reports = await tx
    .selectFrom('call_reports')
    .select(['id', 'call_id'])
    .where('team_id', '=', teamId)
    .where('call_id', 'is not', null)
    .execute();
  const bookingCalls = await tx.selectFrom('booking_calls').selectAll().where('team_id', '=', teamId).execute();
  const marks = await marksOfTeam(tx, teamId);
  await tx.updateTable('call_reports').set({ call_id: null }).where('team_id', '=', teamId).execute();
  await tx.deleteFrom('booking_calls').where('team_id', '=', teamId).execute();
  return { reports, bookingCalls, marks };
}

/** Puts the links back whose call or booking still exists. */
export async function restoreCallLinks(
  tx: Db,
  { reports, bookingCalls, marks }: CallLinks,
  { calls, bookings }: Record<'calls' | 'bookings', readonly { id: string }[]>,
): Promise<void> {
  const callIds = new Set(calls.map(({ id }) => id));
  for (const { id, call_id } of reports) {
    if (call_id === null || !callIds.has(call_id)) continue;
    await tx.updateTable('call_reports').set({ call_id }).where('id', '=', id).execute();
  }
  const bookingIds = new Set(bookings.map(({ id }) => id));
  const kept = bookingCalls.filter(({ booking_id }) => bookingIds.has(booking_id));
  await insertInChunks(tx, 'booking_calls', kept);
  await insertInChunks(
    tx,
    'promise_marks',
    marks.filter(({ call_id }) => callIds.has(call_id)),
  );
}
