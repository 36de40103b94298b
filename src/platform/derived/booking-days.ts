import { isActiveStatus } from '../../contract/index.ts';
import { DAY_MS } from '../../lib/time/units.ts';
import { encodeDay } from '../store/bookings/booking-days/columns.ts';
import { customersOfContacts } from '../store/bookings/booking-days/customers.ts';
import { bookingStatuses, shownStatusSql } from '../store/bookings/shown-status.ts';
import { insertInChunks } from '../store/insert.ts';
import type { Db } from '../store/schema/schema.ts';
import type { ChangedBookingRow } from '../store/schema/schema-activity.ts';
import type { Store } from '../store/store.ts';

/** A day with more bookings is counted from their rows: they would be read in one turn of the event loop. */
const MAX_BOOKINGS = 20_000;
/** Customers and days of one transaction: some 10 ms, after which other writers get their turn. */
const CUSTOMERS = 200;
const DAYS = 5;

type ChangedDay = Pick<ChangedBookingRow, 'team_id' | 'day'>;
/** Before the days of every team. */
const BEGINNING: ChangedDay = { team_id: '', day: 0 };

/**
 * Returns a function that stores the next days of changed bookings, or some customers of the next one. It resolves with false
 * when each day was stored once, and begins again with the next call: many changes of one day are stored together.
 */
export function bookingDaySteps(store: Pick<Store, 'write' | 'readUncoordinated'>): () => Promise<boolean> {
  let after = BEGINNING;
  return async () => {
    const next = await store.readUncoordinated((db) => nextDay(db, after));
    const stored = next && (await store.write((tx) => storeChanges(tx, next), 'booking_days'));
    if (!next) after = BEGINNING;
    else if (stored !== undefined) after = { ...next, day: stored };
    return next !== undefined;
  };
}

/** Returns the first changed day behind another one. */
async function nextDay(db: Db, after: ChangedDay): Promise<ChangedDay | undefined> {
  const changed = db.selectFrom('changed_bookings').select(['team_id', 'day']);
  const first = (some: typeof changed) => some.orderBy('team_id').orderBy('day').limit(1).executeTakeFirst();
  const ofTeam = changed.where('team_id', '=', after.team_id).where('day', '>', after.day);
  return (await first(ofTeam)) ?? first(changed.where('team_id', '>', after.team_id));
}

/**
 * Stores the first changed customers of a team from a day on, and the days of which these are all. Returns the last of these
 * days; undefined if there is none. The log is emptied before the bookings are read, so that what changes later is logged again.
 */
async function storeChanges(tx: Db, { team_id, day: from }: ChangedDay): Promise<number | undefined> {
  const changed = await tx
    .selectFrom('changed_bookings')
    .select(['day', 'contact_id'])
    .distinct()
    .where('team_id', '=', team_id)
    .where('day', '>=', from)
    .orderBy('day')
    .orderBy('contact_id')
    .limit(CUSTOMERS)
    .execute();
  const further = changed.length === CUSTOMERS ? changed.at(-1)?.day : undefined;
  const days = [...new Set(changed.map(({ day }) => day))].slice(0, DAYS);
  const ids = new Set<string>();
  for (const day of days) {
    const ofDay = changed.filter((row) => row.day === day).map(({ contact_id }) => contact_id);
    await tx
      .deleteFrom('changed_bookings')
      .where('team_id', '=', team_id)
      .where('day', '=', day)
      .where('contact_id', 'in', ofDay)
      .execute();
    for (const id of ofDay) ids.add(id);
  }
  // Another process may have been faster.
  if (ids.size > 0) await storeLastStarts(tx, team_id, [...ids]);
  const complete = days.filter((day) => day !== further);
  for (const day of complete) await storeDay(tx, { team_id, day });
  return complete.at(-1);
}

async function storeDay(tx: Db, { team_id, day }: ChangedDay): Promise<void> {
  const rows = await tx
    .selectFrom('bookings')
    .select(['start_time', 'service_id', 'staff_id', shownStatusSql.as('status'), 'contact_id'])
    .where('team_id', '=', team_id)
    .where('start_time', '>=', day * DAY_MS)
    .where('start_time', '<', (day + 1) * DAY_MS)
    .orderBy('start_time')
    .limit(MAX_BOOKINGS + 1)
    .execute();
  await tx.deleteFrom('booking_days').where('team_id', '=', team_id).where('day', '=', day).execute();
  if (rows.length === 0) return;
  const stored = rows.length > MAX_BOOKINGS ? { values_json: '', columns: null } : await encode();
  await tx
    .insertInto('booking_days')
    .values({ team_id, day, ...stored })
    .execute();

  async function encode() {
    const numbers = await numberCustomers(tx, team_id, [...new Set(rows.map(({ contact_id }) => contact_id))]);
    return encodeDay(day, rows, (contactId) => numbers.get(contactId) as number);
  }
}

/** Returns the numbers of contacts, after those have one that had none. */
async function numberCustomers(tx: Db, teamId: string, contactIds: readonly string[]): Promise<Map<string, number>> {
  const known = await customersOfContacts(tx, teamId, contactIds);
  const numbers = new Map(known.map(({ contact_id, number }) => [contact_id, number]));
  const added = contactIds.filter((id) => !numbers.has(id));
  if (added.length === 0) return numbers;
  const last = await tx
    .selectFrom('customers')
    .select('number')
    .where('number', '>', 0)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  for (const [index, id] of added.entries()) numbers.set(id, (last?.number ?? 0) + 1 + index);
  const rows = added.map((contact_id) => {
    return { team_id: teamId, number: numbers.get(contact_id) as number, contact_id, last_start: null };
  });
  await insertInChunks(tx, 'customers', rows);
  return numbers;
}

async function storeLastStarts(tx: Db, teamId: string, contactIds: readonly string[]): Promise<void> {
  const numbers = await numberCustomers(tx, teamId, contactIds);
  const found = await lastStarts(tx, teamId, [...numbers.values()]);
  const rows = found
    .filter(({ last_start, start }) => last_start !== start)
    .map(({ number, contact_id, start }) => ({ number, team_id: teamId, contact_id, last_start: start }));
  if (rows.length === 0) return;
  // One statement for all: the rows exist.
  await tx
    .insertInto('customers')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('number').doUpdateSet((eb) => ({ last_start: eb.ref('excluded.last_start') })),
    )
    .execute();
}

/** Returns the stored and the present start of the last booking of customers that takes place. */
async function lastStarts(tx: Db, teamId: string, numbers: readonly number[]) {
  const statuses = await bookingStatuses(tx, teamId);
  // Neither engine allows an empty list.
  const active = [...statuses.filter(isActiveStatus), 'confirmed'];
  return tx
    .selectFrom('customers')
    .select(['number', 'contact_id', 'last_start'])
    .select((eb) =>
      eb
        .selectFrom('bookings')
        .select('bookings.start_time')
        .whereRef('bookings.contact_id', '=', 'customers.contact_id')
        .where(shownStatusSql, 'in', active)
        .orderBy('bookings.start_time', 'desc')
        .limit(1)
        .as('start'),
    )
    .where('number', 'in', numbers)
    .execute();
}
