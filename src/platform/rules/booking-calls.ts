import { sql } from 'kysely';
import { newId } from '../../lib/ids.ts';
import { callEventRecord, callsWithReference, updateCall } from '../store/calls.ts';
import type { Condition } from '../store/engine.ts';
import { appendEvent } from '../store/events.ts';
import type { CallRow, Db } from '../store/schema.ts';
import type { BookingAction, BookingCallRow } from '../store/schema-calls.ts';
import { send } from '../store/sent.ts';

/** A change of a booking that says what a call led to. */
type DecisiveAction = Exclude<BookingAction, 'edited'>;

/** The outcome of a call in which a booking was changed. */
const OUTCOMES: Record<DecisiveAction, string> = { created: 'booked', updated: 'rescheduled', cancelled: 'cancelled' };

/** More changes than anyone makes in one call. */
const MAX_CHANGES = 100;

/** The call that a booking is made or changed in. */
export interface CallOfBooking {
  /** What must still hold when the booking is stored. */
  conditions: Condition[];
  /** Records that the booking was changed in the call, and links the call if its report has arrived already. */
  record(tx: Db, bookingId: string, action: BookingAction, now: number): Promise<void>;
}

/** Reads whether the report of a call has arrived already, which is rare. Outside of calls nothing is recorded. */
export async function callOfBooking(db: Db, team_id: string, call_reference: string | null): Promise<CallOfBooking> {
  if (call_reference === null) return { conditions: [], record: async () => {} };
  const isReported = (await callsWithReference(db, team_id, call_reference)).length > 0;
  return {
    conditions: isReported ? [] : [isUnreported(team_id, call_reference)],
    async record(tx, booking_id, action, at) {
      send(
        tx,
        tx.insertInto('booking_calls').values({ id: newId('bc'), team_id, call_reference, booking_id, action, at }),
      );
      if (isReported) await linkCalls(tx, team_id, call_reference, at);
    },
  };
}

const isUnreported = (teamId: string, callReference: string) =>
  sql<boolean>`not exists (select 1 from calls where team_id = ${teamId} and call_reference = ${callReference})`;

async function linkCalls(tx: Db, teamId: string, callReference: string, time: number): Promise<void> {
  const [linked, calls] = await Promise.all([
    bookingOfCall(tx, teamId, callReference),
    callsWithReference(tx, teamId, callReference),
  ]);
  for (const call of calls) {
    const changed = { ...call, ...linked };
    await updateCall(tx, changed);
    await appendEvent(tx, { teamId, type: 'call.updated', time, data: callEventRecord(changed) });
  }
}

/** The booking that was changed last in a call. */
interface LinkedBooking extends Pick<CallRow, 'booking_id'> {
  /** What the changes of bookings are for the call; absent if they say nothing about it: the outcome of the report stays. */
  outcome?: string;
}

/** The booking that was changed last in a call, and the outcome that the changes of bookings are for the call. */
export async function bookingOfCall(tx: Db, teamId: string, callReference: string): Promise<LinkedBooking | undefined> {
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
  const outcome = outcomeOf(changes);
  return { booking_id: last.booking_id, ...(outcome === undefined ? {} : { outcome }) };
}

/** @param changes the latest first. */
function outcomeOf(changes: readonly Pick<BookingCallRow, 'booking_id' | 'action'>[]): string | undefined {
  const last = changes.find(({ action }) => action !== 'edited');
  if (!last) return undefined;
  const actions = changes.filter(({ booking_id }) => booking_id === last.booking_id).map(({ action }) => action);
  // A booking that was made and then corrected in one call was made in it.
  const isNew = last.action !== 'cancelled' && actions.includes('created');
  return OUTCOMES[isNew ? 'created' : (last.action as DecisiveAction)];
}
