import { type RawBuilder, sql } from 'kysely';
import type { PromiseStatus } from '../../../contract/index.ts';
import { type EventType, KEEPS } from '../../../lib/promises/contact-events.ts';
import { PROMISE_KINDS, type PromiseKind } from '../../../lib/promises/languages/language.ts';
import type { CallPosition, CallWindow } from '../calls/calls-of-window.ts';
import type { Db } from '../schema/schema.ts';
import { eventsOf, isAnyOf, personOf } from './promise-events.ts';
import { isMarked } from './promise-marks.ts';

/** Which promises are looked for. */
interface PromiseFilter extends CallWindow, Compared {
  after: CallPosition | undefined;
  kind: PromiseKind | undefined;
  /** Only the promises of this call. */
  callId?: string | undefined;
}

/** The records that promises are compared with, besides calls. */
export interface Compared {
  /** Whether the booking of the call itself counts. */
  ownBookings: boolean;
  /** Whether other bookings count. */
  bookings: boolean;
  /** Whether the details of contacts count. */
  contacts: boolean;
}

/** A promise that a call may contain, with its status. */
export interface FoundPromise {
  call_id: string;
  started_at: number;
  kind: PromiseKind;
  /** What later records say. */
  status: PromiseStatus;
  /** 1 if users have marked promises of this kind in the call, whose status then is that of their mark. */
  is_marked: number | boolean;
  /** 1 if it may be several promises of this kind. The status is that of the first one then. */
  may_be_several: 0 | 1;
}

/**
 * Reads the next promises of a window, those of the latest call first, with the status that later records give them. The
 * promises of a call stay together: at most `limit` are returned, but always those of one call.
 */
export async function nextPromises(
  db: Db,
  { teamId, from, to, after, kind, callId, ...compared }: PromiseFilter,
  limit: number,
): Promise<{ promises: FoundPromise[]; isLast: boolean }> {
  let query = db
    .selectFrom('promises')
    .$if(compared.contacts, (joined) => joined.leftJoin('contacts', 'contacts.id', 'promises.contact_id'))
    .select(['promises.call_id', 'promises.started_at', 'promises.kind', 'promises.may_be_several'])
    .select([statusOf(compared).as('status'), isMarked.as('is_marked')])
    .where('promises.team_id', '=', teamId)
    .where('promises.started_at', '>=', from)
    .where('promises.started_at', '<=', Math.min(to - 1, after?.at ?? to));
  if (kind !== undefined) query = query.where('promises.kind', '=', kind);
  if (callId !== undefined) query = query.where('promises.call_id', '=', callId);
  if (after) {
    query = query.where((eb) =>
      eb.or([eb('promises.started_at', '<', after.at), eb('promises.call_id', '>', after.id)]),
    );
  }
  const rows = await query.orderBy('promises.started_at', 'desc').orderBy('promises.call_id').limit(limit).execute();
  if (rows.length < limit) return { promises: rows, isLast: true };
  const last = rows.at(-1)?.call_id;
  const whole = rows.filter(({ call_id }) => call_id !== last);
  return { promises: whole.length > 0 ? whole : rows, isLast: false };
}

/** The status of a promise, as an expression: that of the first event that keeps it, or shows contact since. */
function statusOf({ ownBookings, bookings, contacts }: Compared): RawBuilder<PromiseStatus> {
  const person = personOf(contacts);
  const event = (types: readonly EventType[]) =>
    isAnyOf(types.filter((type) => bookings || type !== 'booked').map((type) => eventsOf(type, person)));
  const when = (status: 'done' | 'contacted') =>
    PROMISE_KINDS.map(
      (kind) => sql`when promises.kind = ${sql.lit(kind)} and ${event(KEEPS[kind][status])} then ${sql.lit(status)}`,
    );
  const bookedInCall = ownBookings ? sql`when promises.booking_id is not null then 'done'` : sql``;
  return sql<PromiseStatus>`case ${bookedInCall} ${sql.join([...when('done'), ...when('contacted')], sql` `)} else 'open' end`;
}
