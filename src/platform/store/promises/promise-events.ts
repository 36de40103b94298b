import { type RawBuilder, sql } from 'kysely';
import type { EventType } from '../../../lib/promises/contact-events.ts';

/**
 * The later calls and bookings of the person of a promise, as conditions on the tables `promises` and, if contacts are read,
 * `contacts`. Records of a person have the same contact. Those without a contact have the same number: that of the call, or
 * else of its contact. To a person without a contact belong all records with the number.
 */

/** The number of the person. */
type PersonPhone = RawBuilder<string | null>;

/** @param contacts whether the details of contacts count. */
export const personOf = (contacts: boolean): PersonPhone =>
  contacts ? sql`coalesce(promises.phone, contacts.phone)` : sql`promises.phone`;

/** Records of a table that are of the person and later than the promise, by a condition. */
export interface LaterRecords {
  table: 'follow_up_calls' | 'bookings';
  condition: RawBuilder<unknown>;
}

/**
 * When a promise was made, as far as bookings count: only a promise to book is kept by a booking of the same call. Others
 * are made by its end.
 */
const madeAt = sql`case promises.kind when 'booking' then promises.started_at
  else (select calls.started_at + calls.duration_seconds * 1000 from calls where calls.id = promises.call_id) end`;

/** The records of one type that are of the person and later than the promise. */
export function eventsOf(type: EventType, phone: PersonPhone): LaterRecords[] {
  if (type === 'booked') {
    const isLater = sql`bookings.created_at > ${madeAt}`;
    return [
      { table: 'bookings', condition: sql`bookings.contact_id = promises.contact_id and ${isLater}` },
      {
        table: 'bookings',
        condition: sql`promises.contact_id is null and bookings.team_id = promises.team_id
          and bookings.contact_phone = promises.phone and ${isLater}`,
      },
    ];
  }
  const isLater = sql`follow_up_calls.type = ${sql.lit(type)} and follow_up_calls.at > promises.started_at`;
  const hasPhone = (number: PersonPhone) =>
    sql`follow_up_calls.team_id = promises.team_id and follow_up_calls.phone = ${number}`;
  const table = 'follow_up_calls';
  return [
    { table, condition: sql`follow_up_calls.contact_id = promises.contact_id and ${isLater}` },
    {
      table,
      condition: sql`promises.contact_id is null and ${hasPhone(sql`promises.phone`)} and ${isLater}`,
    },
    {
      table,
      condition: sql`promises.contact_id is not null and follow_up_calls.contact_id is null
        and ${hasPhone(phone)} and ${isLater}`,
    },
  ];
}

/** True if any of them has a record. */
export function isAnyOf(groups: readonly (readonly LaterRecords[])[]): RawBuilder<boolean> {
  const found = groups
    .flat()
    .map(({ table, condition }) => sql`exists (select 1 from ${sql.table(table)} where ${condition})`);
  return found.length === 0 ? sql`(1 = 0)` : sql`(${sql.join(found, sql` or `)})`;
}

/** The id of the first record of them. */
export const firstOf = ({ table, condition }: LaterRecords): RawBuilder<string | null> =>
  table === 'bookings'
    ? sql`(select bookings.id from bookings where ${condition} order by bookings.created_at, bookings.id limit 1)`
    : sql`(select follow_up_calls.call_id from follow_up_calls where ${condition}
        order by follow_up_calls.at, follow_up_calls.call_id limit 1)`;
