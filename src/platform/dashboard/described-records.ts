import type { IncludedRecords } from '../admin/included-records.ts';
import { selectNamed } from '../store/bookings/bookings.ts';
import { nextBooking } from '../store/erasure/erasure.ts';
import type { Db } from '../store/schema/schema.ts';
import { toIso } from '../store/time.ts';

/** Records that are described at most: a person looks at each of them. */
export const MAX_DESCRIBED = 200;

/** What a person needs to know of a record to decide whose it is. */
interface DescribedRecord {
  id: string;
  kind: 'contact' | 'booking' | 'call';
  /** When a contact was added, or a booking or a call began; ISO 8601, UTC. */
  at: string;
  /** The name, number and address in it; the name of a call is that of its contact. */
  name: string | null;
  phone: string | null;
  email: string | null;
  /** The name of the contact to which a booking belongs. */
  owner: string | null;
  /** The service of a booking, or the summary of a call. */
  about: string | null;
  /** The start of a booking that has not ended, with which the record cannot be erased. */
  next_start: string | null;
}

interface Reading {
  db: Db;
  teamId: string;
  now: number;
}

/** Describes contacts, bookings and calls of a team by their ids. */
export async function describeRecords(reading: Reading, ids: IncludedRecords): Promise<DescribedRecord[]> {
  const contacts = ids.contacts.slice(0, MAX_DESCRIBED);
  const bookings = ids.bookings.slice(0, MAX_DESCRIBED - contacts.length);
  const calls = ids.calls.slice(0, MAX_DESCRIBED - contacts.length - bookings.length);
  // No database has an empty list of values.
  return [
    ...(contacts.length > 0 ? await describeContacts(reading, contacts) : []),
    ...(bookings.length > 0 ? await describeBookings(reading, bookings) : []),
    ...(calls.length > 0 ? await describeCalls(reading, calls) : []),
  ];
}

async function describeContacts({ db, teamId, now }: Reading, ids: string[]): Promise<DescribedRecord[]> {
  const contacts = db.selectFrom('contacts').selectAll().where('team_id', '=', teamId).where('id', 'in', ids);
  const described: DescribedRecord[] = [];
  for (const contact of await contacts.orderBy('created_at').orderBy('id').execute()) {
    const { id, name, phone, email, created_at } = contact;
    const next = await nextBooking(db, contact, now);
    const next_start = next ? toIso(next.start_time) : null;
    described.push({
      id,
      kind: 'contact',
      at: toIso(created_at),
      name,
      phone,
      email,
      owner: null,
      about: null,
      next_start,
    });
  }
  return described;
}

async function describeBookings({ db, teamId, now }: Reading, ids: string[]): Promise<DescribedRecord[]> {
  const bookings = await selectNamed(db)
    .innerJoin('contacts', 'contacts.id', 'bookings.contact_id')
    .select('contacts.name as owner')
    .where('bookings.team_id', '=', teamId)
    .where('bookings.id', 'in', ids)
    .orderBy('bookings.start_time')
    .orderBy('bookings.id')
    .execute();
  return bookings.map((booking) => ({
    id: booking.id,
    kind: 'booking',
    at: toIso(booking.start_time),
    name: booking.contact_name,
    phone: booking.contact_phone,
    email: booking.contact_email,
    owner: booking.owner,
    about: booking.service_name,
    next_start: booking.status === 'confirmed' && booking.end_time > now ? toIso(booking.start_time) : null,
  }));
}

async function describeCalls({ db, teamId }: Reading, ids: string[]): Promise<DescribedRecord[]> {
  const calls = await db
    .selectFrom('calls')
    .leftJoin('contacts', 'contacts.id', 'calls.contact_id')
    .select(['calls.id', 'calls.started_at', 'calls.phone', 'calls.summary', 'contacts.name'])
    .where('calls.team_id', '=', teamId)
    .where('calls.id', 'in', ids)
    .orderBy('calls.started_at')
    .orderBy('calls.id')
    .execute();
  return calls.map(({ id, started_at, phone, summary, name }) => ({
    id,
    kind: 'call',
    at: toIso(started_at),
    name,
    phone,
    email: null,
    owner: null,
    about: summary,
    next_start: null,
  }));
}
