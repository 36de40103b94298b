import { sql } from 'kysely';
import { type EventType, KEEPS } from '../../lib/promises/contact-events.ts';
import type { LaterRecords } from './promise-events.ts';
import { eventsOf, firstOf, personOf } from './promise-events.ts';
import type { Compared, FoundPromise } from './promises.ts';
import type { Db } from './schema.ts';

/** The call or booking that gave a promise its status. */
export interface KeepingEvent {
  kind: 'call' | 'booking';
  id: string;
  /** When it was made, in epoch milliseconds. */
  at: number;
}

export const promiseKey = ({ call_id, kind }: Pick<FoundPromise, 'call_id' | 'kind'>) => `${kind} ${call_id}`;

const TYPES: readonly EventType[] = ['spoken', 'reached', 'promised_again', 'booked'];

/** Returns the first event that gave each promise its status, by `promiseKey`. Open promises have none. */
export async function keepingEvents(
  db: Db,
  promises: readonly FoundPromise[],
  { ownBookings, bookings, contacts }: Compared,
): Promise<Map<string, KeepingEvent>> {
  const kept = promises.filter(({ status }) => status !== 'open');
  if (kept.length === 0) return new Map();
  const person = personOf(contacts);
  const groups = TYPES.filter((type) => bookings || type !== 'booked').map((type) => ({
    type,
    columns: eventsOf(type, person).map((later, index) => ({ later, name: `${type}_${index}` })),
  }));
  const rows = await db
    .selectFrom('promises')
    .$if(contacts, (joined) => joined.leftJoin('contacts', 'contacts.id', 'promises.contact_id'))
    .select(['promises.call_id', 'promises.kind', 'promises.started_at', 'promises.booking_id'])
    .select(groups.flatMap(({ columns }) => columns.map(({ later, name }) => firstOf(later).as(name))))
    .where(
      'promises.call_id',
      'in',
      kept.map(({ call_id }) => call_id),
    )
    .execute();
  const byKey = new Map(rows.map((row) => [promiseKey(row), row as typeof row & Record<string, string | null>]));
  const times = await readTimes(
    db,
    groups.flatMap(({ columns }) =>
      columns.flatMap(({ later, name }) =>
        rows.flatMap((row) => ({ table: later.table, id: (row as Record<string, unknown>)[name] as string | null })),
      ),
    ),
  );
  const found = new Map<string, KeepingEvent>();
  for (const promise of kept) {
    const row = byKey.get(promiseKey(promise));
    if (!row || promise.status === 'open') continue;
    if (ownBookings && row.booking_id !== null) {
      found.set(promiseKey(promise), { kind: 'booking', id: row.booking_id, at: row.started_at });
      continue;
    }
    const types = KEEPS[promise.kind][promise.status];
    let first: KeepingEvent | undefined;
    for (const type of types) {
      for (const { later, name } of groups.find((one) => one.type === type)?.columns ?? []) {
        const id = row[name];
        const at = id ? times.get(`${later.table} ${id}`) : undefined;
        if (!id || at === undefined || (first && first.at <= at)) continue;
        first = { kind: later.table === 'bookings' ? 'booking' : 'call', id, at };
      }
    }
    if (first) found.set(promiseKey(promise), first);
  }
  return found;
}

/** Returns when calls and bookings were made, by table and id. */
async function readTimes(
  db: Db,
  records: readonly { table: LaterRecords['table']; id: string | null }[],
): Promise<Map<string, number>> {
  const idsIn = (table: LaterRecords['table']) => [
    ...new Set(records.flatMap((record) => (record.table === table && record.id !== null ? [record.id] : []))),
  ];
  const [calls, bookings] = [idsIn('follow_up_calls'), idsIn('bookings')];
  const rows = [
    ...(calls.length === 0
      ? []
      : await db
          .selectFrom('follow_up_calls')
          .select(['call_id as id', 'at', sql<string>`'follow_up_calls'`.as('table')])
          .where('call_id', 'in', calls)
          .execute()),
    ...(bookings.length === 0
      ? []
      : await db
          .selectFrom('bookings')
          .select(['id', 'created_at as at', sql<string>`'bookings'`.as('table')])
          .where('id', 'in', bookings)
          .execute()),
  ];
  return new Map(rows.map(({ table, id, at }) => [`${table} ${id}`, at]));
}
