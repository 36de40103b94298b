import { selectNamed, updateBooking } from '../store/bookings/bookings.ts';
import { bookingsToErase, callsToErase, MAX_PLANNED, nextBooking } from '../store/erasure/erasure.ts';
import { isErased } from '../store/erasure/is-erased.ts';
import type { PossibleRecords } from '../store/erasure/possible-records.ts';
import type { ContactRow, Db } from '../store/schema/schema.ts';

/** Records that an operator has recognised as the customer's, by kind. */
export interface IncludedRecords {
  contacts: string[];
  bookings: string[];
  calls: string[];
}

/** Records that a plan names, because they may be the customer's. */
interface Named {
  ofOthers: string[];
  callsOfOthers: string[];
  possible: PossibleRecords;
}

/** Returns the records with these ids among the named ones, and the ids of others. */
export function chosenRecords({ ofOthers, callsOfOthers, possible }: Named, ids: readonly string[]) {
  const among = (...named: string[][]) => [...new Set(named.flat())].filter((id) => ids.includes(id));
  const chosen: IncludedRecords = {
    contacts: among(possible.contacts),
    bookings: among(ofOthers, possible.bookings),
    calls: among(callsOfOthers, possible.calls),
  };
  const found = [...chosen.contacts, ...chosen.bookings, ...chosen.calls];
  return { chosen, others: ids.filter((id) => !found.includes(id)) };
}

/**
 * Finds, among ids that a plan does not name, those that an erasure with the same ids has dealt with before it was interrupted: it
 * erased contacts and calls, and gave bookings to the customer. To name them again erases nothing else.
 * @returns them, and of these the calls that are erased, whose events may be left
 */
export async function includedBefore(db: Db, contact: ContactRow, ids: readonly string[]) {
  if (ids.length === 0) return { known: [], calls: [] };
  const inTeam = (table: 'bookings' | 'calls') =>
    db.selectFrom(table).select('id').where('id', 'in', ids).where('team_id', '=', contact.team_id);
  const calls = await db
    .selectFrom('calls')
    .select('id')
    .where('id', 'in', ids)
    .where('team_id', '=', contact.team_id)
    .where('erased_at', 'is not', null)
    .execute();
  const ofCustomer = [
    ...(await inTeam('calls').where('contact_id', '=', contact.id).execute()),
    ...(await inTeam('bookings').where('contact_id', '=', contact.id).execute()),
  ];
  const contacts = await db
    .selectFrom('contacts')
    .select('id')
    .where('id', 'in', ids)
    .where('team_id', '=', contact.team_id)
    .where(isErased('contacts'))
    .where('id', '<>', contact.id)
    .execute();
  return { known: [...calls, ...ofCustomer, ...contacts].map(({ id }) => id), calls: calls.map(({ id }) => id) };
}

/** Returns the named records that are not chosen: they stay. */
export function withoutChosen(named: Named, { contacts, bookings, calls }: IncludedRecords): Named {
  const left = (all: readonly string[], chosen: readonly string[]) => all.filter((id) => !chosen.includes(id));
  const { ofOthers, callsOfOthers, possible } = named;
  return {
    ofOthers: left(ofOthers, bookings),
    callsOfOthers: left(callsOfOthers, calls),
    possible: {
      contacts: left(possible.contacts, contacts),
      bookings: left(possible.bookings, bookings),
      calls: left(possible.calls, calls),
    },
  };
}

/** The ids of bookings and calls that are erased with chosen records, and a booking of them that has not ended. */
export async function recordsOfChosen(db: Db, chosen: IncludedRecords, contacts: readonly ContactRow[], now: number) {
  const ahead = await bookingsAhead(db, chosen, now);
  let next = ahead[0];
  const bookings = [...chosen.bookings];
  const calls = [...chosen.calls];
  for (const contact of contacts) {
    next ??= await nextBooking(db, contact, now);
    bookings.push(...(await bookingsToErase(db, contact, MAX_PLANNED)).map(({ id }) => id));
    calls.push(...(await callsToErase(db, contact, MAX_PLANNED)));
  }
  return { bookings, calls, next };
}

/** Gives the chosen bookings to the customer, with whose records they are erased. */
export async function takeBookings(tx: Db, contact: ContactRow, { bookings }: IncludedRecords): Promise<void> {
  for (const booking of bookings.length === 0 ? [] : await bookingsWith(tx, bookings).execute()) {
    await updateBooking(tx, { ...booking, contact_id: contact.id });
  }
}

const bookingsAhead = async (db: Db, { bookings }: IncludedRecords, now: number) =>
  bookings.length === 0
    ? []
    : bookingsWith(db, bookings)
        .where('bookings.status', '=', 'confirmed')
        .where('bookings.end_time', '>', now)
        .orderBy('bookings.start_time')
        .limit(1)
        .execute();

const bookingsWith = (db: Db, ids: readonly string[]) => selectNamed(db).where('bookings.id', 'in', ids);
