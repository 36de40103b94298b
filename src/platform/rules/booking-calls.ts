import { newId } from '../../lib/ids.ts';
import { callEventRecord, callsWithReference, updateCall } from '../store/calls.ts';
import { appendEvent } from '../store/events.ts';
import type { CallRow, Db } from '../store/schema.ts';
import type { BookingAction } from '../store/schema-calls.ts';
import { send } from '../store/sent.ts';

/** The outcome of a call in which a booking was changed. */
const OUTCOMES: Record<BookingAction, string> = { created: 'booked', updated: 'rescheduled', cancelled: 'cancelled' };

/** More changes than anyone makes in one call. */
const MAX_CHANGES = 100;

/**
 * Reads whether the report of a call has arrived already. Returns the function that records that a booking was changed in
 * the call, if it was in one, and links the reported call.
 */
export async function callOfBooking(
  db: Db,
  teamId: string,
  callReference: string | null,
): Promise<(tx: Db, bookingId: string, action: BookingAction, now: number) => Promise<void>> {
  if (callReference === null) return async () => {};
  const reported = await callsWithReference(db, teamId, callReference);
  return async (tx, bookingId, action, now) => {
    const row = {
      id: newId('bc'),
      team_id: teamId,
      call_reference: callReference,
      booking_id: bookingId,
      action,
      at: now,
    };
    send(tx, tx.insertInto('booking_calls').values(row));
    if (reported.length === 0) return;
    const linked = await bookingOfCall(tx, teamId, callReference);
    for (const call of reported) {
      const changed = { ...call, ...linked };
      await updateCall(tx, changed);
      await appendEvent(tx, { teamId, type: 'call.updated', time: now, data: callEventRecord(changed) });
    }
  };
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
