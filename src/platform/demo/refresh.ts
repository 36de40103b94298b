import { callRow } from '../store/calls/calls.ts';
import { bookingRow, contactRow, importNumbered } from '../store/import.ts';
import type { BookingRow, CallRow, ContactRow, Db, TeamRow, Unnumbered } from '../store/schema/schema.ts';
import type { PromiseMarkRow } from '../store/schema/schema-promises.ts';
import { wordIndexOf } from '../store/words.ts';
import { type CallLinks, restoreCallLinks, takeCallLinks } from './call-links.ts';
import { demoBusiness } from './index.ts';
import type { DemoBusiness } from './types.ts';

/** The contacts, bookings and calls of a team. */
interface Records {
  contacts: Unnumbered<ContactRow>[];
  bookings: Unnumbered<BookingRow>[];
  calls: Unnumbered<CallRow>[];
}

/**
 * Moves the demo's records to the day of `now`, so that "last night's calls" has an answer on every day. What people have
 * made or changed stays as it is, with everything that it refers to. Must run in a transaction that locks the team.
 */
export async function refreshDemo(tx: Db, team: TeamRow, now: number): Promise<void> {
  const before = recordsOf(team.id, demoBusiness(team.demo_as_of ?? team.created_at));
  const after = recordsOf(team.id, demoBusiness(now));
  const links = await takeCallLinks(tx, team.id);
  const kept = await readKept(tx, team.id, before, links.marks);
  await replaceLinked(tx, team.id, combine(kept, after), links);
  await tx.updateTable('teams').set({ demo_as_of: now }).where('id', '=', team.id).execute();
}

export function recordsOf(teamId: string, business: DemoBusiness): Records {
  return {
    contacts: business.contacts.map((contact) => contactRow(teamId, contact)),
    bookings: business.bookings.map((booking) => bookingRow(teamId, booking)),
    calls: business.calls.map((call) => callRow(teamId, call)),
  };
}

/**
 * Replaces all contacts, bookings and calls of a team. Positions are assigned again, because pages have no gaps. What is known
 * of reported calls stays with those that are among the new records.
 */
export async function replaceRecords(tx: Db, teamId: string, records: Records): Promise<void> {
  await replaceLinked(tx, teamId, records, await takeCallLinks(tx, teamId));
}

/** The same with the links of calls, which are taken away already. */
async function replaceLinked(tx: Db, teamId: string, records: Records, links: CallLinks): Promise<void> {
  for (const table of ['calls', 'bookings', 'contacts'] as const) {
    await wordIndexOf(tx)?.removeTeam(tx, table, teamId);
    await tx.deleteFrom(table).where('team_id', '=', teamId).execute();
    await tx.deleteFrom('totals').where('team_id', '=', teamId).where('kind', '=', table).execute();
  }
  await importNumbered(tx, teamId, 'contacts', records.contacts, 'created_at');
  await importNumbered(tx, teamId, 'bookings', records.bookings, 'created_at');
  await importNumbered(tx, teamId, 'calls', records.calls, 'ended_at');
  await restoreCallLinks(tx, links, records);
}

/** Reads the records that are not the demo's own any more, and those that they refer to. */
async function readKept(tx: Db, teamId: string, demo: Records, marks: readonly PromiseMarkRow[]): Promise<Records> {
  const calls = await tx.selectFrom('calls').selectAll().where('team_id', '=', teamId).execute();
  const bookings = await tx.selectFrom('bookings').selectAll().where('team_id', '=', teamId).execute();
  const contacts = await tx.selectFrom('contacts').selectAll().where('team_id', '=', teamId).execute();
  const marked = new Set(marks.map(({ call_id }) => call_id));
  const isForeignCall = isForeign(demo.calls, 'ended_at');
  const keptCalls = calls.filter((call) => marked.has(call.id) || isForeignCall(call));
  const calledBookings = new Set(keptCalls.map(({ booking_id }) => booking_id));
  const isChangedBooking = isForeign(demo.bookings, 'updated_at');
  const keptBookings = bookings.filter((row) => calledBookings.has(row.id) || isChangedBooking(row));
  const needed = new Set([...keptCalls, ...keptBookings].map(({ contact_id }) => contact_id));
  const isChangedContact = isForeign(demo.contacts, 'updated_at');
  const keptContacts = contacts.filter((row) => needed.has(row.id) || isChangedContact(row));
  return {
    contacts: keptContacts.map(unnumbered),
    bookings: keptBookings.map(unnumbered),
    calls: keptCalls.map(unnumbered),
  };
}

function unnumbered<R extends { position: number; derived_version: number }>(record: R): Unnumbered<R> {
  const { position: _assignedAnew, derived_version: _computedAnew, ...row } = record;
  return row as unknown as Unnumbered<R>;
}

/** Returns a function that tells if a record was not made by the demo, or changed since. */
function isForeign<R extends { id: string }>(demo: readonly R[], changed: keyof R) {
  const made = new Map(demo.map((record) => [record.id, record[changed]]));
  return (record: R) => made.get(record.id) !== record[changed];
}

/** The demo's new records, where they do not collide with what is kept, and what is kept. */
function combine(kept: Records, demo: Records): Records {
  const contacts = [...kept.contacts, ...without(demo.contacts, kept.contacts)];
  const free = without(demo.bookings, kept.bookings).filter(
    (booking) => !kept.bookings.some((other) => collide(booking, other)),
  );
  const bookings = [...kept.bookings, ...free];
  const booked = new Set(bookings.map(({ id }) => id));
  const calls = [
    ...kept.calls,
    ...without(demo.calls, kept.calls).map((call) =>
      call.booking_id !== null && !booked.has(call.booking_id) ? { ...call, booking_id: null } : call,
    ),
  ];
  return { contacts, bookings, calls };
}

function without<R extends { id: string }>(records: readonly R[], others: readonly R[]): R[] {
  const ids = new Set(others.map(({ id }) => id));
  return records.filter(({ id }) => !ids.has(id));
}

function collide(a: Unnumbered<BookingRow>, b: Unnumbered<BookingRow>): boolean {
  const confirmed = a.status === 'confirmed' && b.status === 'confirmed';
  return confirmed && a.staff_id === b.staff_id && a.busy_start < b.busy_end && b.busy_start < a.busy_end;
}
