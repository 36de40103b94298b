import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { PromiseStatus } from '../../../contract/index.ts';
import { type EventType, KEEPS } from '../../../lib/promises/contact-events.ts';
import type { Db } from '../schema/schema.ts';
import type { LaterRecords } from './promise-events.ts';
import { eventsOf, firstOf, personOf } from './promise-events.ts';
import type { Compared, FoundPromise } from './promises.ts';

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

/**
 * Returns the status of a promise behind the first of its kind in a call, which is done, and the event that gave it: the second one is
 * kept by the second event that keeps one. An event that keeps only the one before it shows contact.
 * @param found the first promise
 */
export async function laterPromise(
  db: Db,
  found: FoundPromise,
  number: number,
  compared: Compared,
): Promise<{ status: PromiseStatus; event: KeepingEvent | undefined }> {
  const first = (await keepingEvents(db, [found], compared)).get(promiseKey(found));
  // Another request can have deleted it meanwhile.
  if (!first) return { status: found.status, event: undefined };
  const later = await nextEvents(db, found, KEEPS[found.kind].done, compared, number + 1);
  const keeping = [first, ...later.filter(({ id }) => id !== first.id)];
  const event = keeping[number - 1];
  if (event) return { status: 'done', event };
  const contacts = [first, ...(await nextEvents(db, found, KEEPS[found.kind].contacted, compared, 1))];
  return { status: 'contacted', event: contacts.sort(byTime)[0] };
}

/** Equal times keep their order. */
const byTime = (a: KeepingEvent, b: KeepingEvent) => a.at - b.at;

/** Reads the first events of these types after a promise, at most `count`. */
async function nextEvents(
  db: Db,
  { call_id, kind }: FoundPromise,
  types: readonly EventType[],
  { bookings, contacts }: Compared,
  count: number,
): Promise<KeepingEvent[]> {
  const person = personOf(contacts);
  const events: KeepingEvent[] = [];
  for (const { table, condition } of types.flatMap((type) =>
    bookings || type !== 'booked' ? eventsOf(type, person) : [],
  )) {
    const isBooking = table === 'bookings';
    const [id, at] = isBooking
      ? [sql`bookings.id`, sql`bookings.created_at`]
      : [sql`follow_up_calls.call_id`, sql`follow_up_calls.at`];
    // The two tables are read alike, which the types of a join cannot say.
    const rows = await db
      .selectFrom('promises')
      .$if(contacts, (joined) => joined.leftJoin('contacts', 'contacts.id', 'promises.contact_id'))
      .innerJoin(table as 'bookings', (join) => join.on(condition as RawBuilder<SqlBool>))
      .select([id.$castTo<string>().as('id'), at.$castTo<number>().as('at')])
      .where('promises.call_id', '=', call_id)
      .where('promises.kind', '=', kind)
      .orderBy(at)
      .orderBy(id)
      .limit(count)
      .execute();
    events.push(...rows.map((row): KeepingEvent => ({ kind: isBooking ? 'booking' : 'call', ...row })));
  }
  return events.sort(byTime).slice(0, count);
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
