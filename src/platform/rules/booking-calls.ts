import { newId } from '../../lib/ids.ts';
import { callEventRecord, callsWithReference, updateCall } from '../store/calls.ts';
import { appendEvent } from '../store/events.ts';
import type { BookingRow, CallRow, Db } from '../store/schema.ts';
import type { BookingAction } from '../store/schema-calls.ts';

/** The outcome of a call in which a booking was changed. */
const OUTCOMES: Record<BookingAction, string> = { created: 'booked', updated: 'rescheduled', cancelled: 'cancelled' };

/** More changes than anyone makes in one call. */
const MAX_CHANGES = 100;

/** Records that a booking was changed in a call, if it was. Links the call if its report has arrived already. */
export async function recordCallOfBooking(
  tx: Db,
  { id, team_id, call_reference }: Pick<BookingRow, 'id' | 'team_id' | 'call_reference'>,
  action: BookingAction,
  now: number,
): Promise<void> {
  if (call_reference === null) return;
  const row = { id: newId('bc'), team_id, call_reference, booking_id: id, action, at: now };
  await tx.insertInto('booking_calls').values(row).execute();
  const linked = await bookingOfCall(tx, team_id, call_reference);
  for (const call of linked ? await callsWithReference(tx, team_id, call_reference) : []) {
    const changed = { ...call, ...linked };
    await updateCall(tx, changed);
    await appendEvent(tx, { teamId: team_id, type: 'call.updated', time: now, data: callEventRecord(changed) });
  }
}

/** The booking that was changed last in a call, and the outcome that this is for the call. */
export async function bookingOfCall(
  tx: Db,
  teamId: string,
  callReference: string,
): Promise<Pick<CallRow, 'booking_id' | 'outcome'> | undefined> {
  const changes = await tx
    .selectFrom('booking_calls')
    .select(['booking_id', 'action'])
    .where('team_id', '=', teamId)
    .where('call_reference', '=', callReference)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_CHANGES)
    .execute();
  const [last] = changes;
  if (!last) return undefined;
  const actions = changes.filter(({ booking_id }) => booking_id === last.booking_id).map(({ action }) => action);
  // A booking that was made and then corrected in one call was made in it.
  const isNew = last.action !== 'cancelled' && actions.includes('created');
  return { booking_id: last.booking_id, outcome: OUTCOMES[isNew ? 'created' : last.action] };
}
