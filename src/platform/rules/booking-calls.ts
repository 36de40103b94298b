import { sql } from 'kysely';
import { newId } from '../../lib/ids.ts';
import {
  CHANGE_TOLERANCE_MS,
  callEventRecord,
  callsWithReference,
  isCallAt,
  updateCall,
} from '../store/calls/calls.ts';
import type { Condition } from '../store/engine.ts';
import { appendEvent } from '../store/events.ts';
import type { CallRow, Db } from '../store/schema/schema.ts';
import type { BookingAction } from '../store/schema/schema-calls.ts';
import { send } from '../store/sent.ts';
import { isSameName } from './same-name.ts';

/** What a change of bookings makes of a call: the first one that stands counts. */
const OUTCOMES = ['booked', 'rescheduled', 'cancelled'] as const;

/** More changes than anyone makes in one call. */
const MAX_CHANGES = 100;

/** The call that a booking is made or changed in. */
interface CallOfBooking {
  /** What must still hold when the booking is stored. */
  conditions: Condition[];
  /** Records that the booking was changed in the call, and links the call if its report has arrived already. */
  record(tx: Db, bookingId: string, action: BookingAction, now: number): Promise<void>;
}

/** Reads whether the report of a call has arrived already, which is rare. Outside of calls nothing is recorded. */
export async function callOfBooking(
  db: Db,
  team_id: string,
  call_reference: string | null,
  now: number,
): Promise<CallOfBooking> {
  if (call_reference === null) return { conditions: [], record: async () => {} };
  const isReported = (await callsWithReference(db, team_id, call_reference, now)).length > 0;
  return {
    conditions: isReported ? [] : [isUnreported(team_id, call_reference, now)],
    async record(tx, booking_id, action, at) {
      send(
        tx,
        tx.insertInto('booking_calls').values({ id: newId('bc'), team_id, call_reference, booking_id, action, at }),
      );
      if (isReported) await linkCalls(tx, team_id, call_reference, at);
    },
  };
}

const isUnreported = (teamId: string, callReference: string, now: number) =>
  sql<boolean>`not exists (
    select 1 from calls
    where team_id = ${teamId} and call_reference = ${callReference} and ${isCallAt(now)})`;

async function linkCalls(tx: Db, teamId: string, callReference: string, time: number): Promise<void> {
  for (const call of await callsWithReference(tx, teamId, callReference, time)) {
    const linked = await bookingOfCall(tx, teamId, callReference, call);
    const { contact_id: contactId } = call;
    const isGuess = contactId !== null && (await isOneOfSeveral(tx, { teamId, callReference, contactId }, call));
    const changed = { ...call, ...linked, contact_id: isGuess ? null : contactId };
    await updateCall(tx, changed);
    await appendEvent(tx, { teamId, type: 'call.updated', time, data: callEventRecord(changed) });
  }
}

/** The booking that decides the outcome of a call. */
interface LinkedBooking extends Pick<CallRow, 'booking_id'> {
  /** What the changes of bookings are for the call; absent if they say nothing about it: the outcome of the report stays. */
  outcome?: string;
}

/**
 * The best outcome that stands of the bookings that were changed in a call, and the booking that has it: of several the one
 * that was changed last.
 */
export async function bookingOfCall(
  tx: Db,
  teamId: string,
  callReference: string,
  during: Pick<CallRow, 'started_at' | 'ended_at'>,
): Promise<LinkedBooking | undefined> {
  const changes = await changesIn(tx, teamId, callReference, during)
    .select(['booking_id', 'action'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_CHANGES)
    .execute();
  /** The actions on each booking, the latest first. */
  const bookings = new Map<string, BookingAction[]>();
  for (const { booking_id, action } of changes) bookings.set(booking_id, [...(bookings.get(booking_id) ?? []), action]);
  const linked = [...bookings].map(([booking_id, actions]) => ({ booking_id, ...outcomeOf(actions) }));
  return OUTCOMES.map((best) => linked.find(({ outcome }) => outcome === best)).find(Boolean) ?? linked[0];
}

/** The changes of bookings in a call: systems can use its id again. */
const changesIn = (
  tx: Db,
  teamId: string,
  callReference: string,
  { started_at, ended_at }: Pick<CallRow, 'started_at' | 'ended_at'>,
) =>
  tx
    .selectFrom('booking_calls')
    .where('booking_calls.team_id', '=', teamId)
    .where('booking_calls.call_reference', '=', callReference)
    .where('booking_calls.at', '>=', started_at - CHANGE_TOLERANCE_MS)
    .where('booking_calls.at', '<=', ended_at + CHANGE_TOLERANCE_MS);

/** @param actions those on one booking, the latest first. */
function outcomeOf(actions: readonly BookingAction[]): { outcome?: (typeof OUTCOMES)[number] } {
  const last = actions.find((action) => action !== 'edited');
  if (last === undefined) return {};
  if (last === 'cancelled') return { outcome: 'cancelled' };
  // A booking that was made and then corrected in one call was made in it.
  return { outcome: actions.includes('created') ? 'booked' : 'rescheduled' };
}

/**
 * True if a contact is only known from a booking of the call itself, and the call made bookings for several people: which of
 * them called is not known.
 */
export async function isOneOfSeveral(
  tx: Db,
  { teamId, callReference, contactId }: { teamId: string; callReference: string; contactId: string },
  during: Pick<CallRow, 'started_at' | 'ended_at'>,
): Promise<boolean> {
  const made = await changesIn(tx, teamId, callReference, during)
    .innerJoin('bookings', 'bookings.id', 'booking_calls.booking_id')
    .innerJoin('contacts', 'contacts.id', 'bookings.contact_id')
    .select(['bookings.contact_name', 'contacts.id', 'contacts.created_at', 'booking_calls.at'])
    .where('booking_calls.action', '=', 'created')
    .limit(MAX_CHANGES)
    .execute();
  // The booking that adds a contact has its time.
  const isNew = made.some(({ id, created_at, at }) => id === contactId && created_at === at);
  return isNew && made.some(({ contact_name }) => !isSameName(contact_name, made[0]?.contact_name ?? ''));
}
