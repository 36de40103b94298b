import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { isActiveStatus } from '../../../contract/index.ts';
import { createMatcher } from '../../../lib/text-search.ts';
import { addressKey, phoneKey } from '../../derived/keys.ts';
import type { ContactRow, Db, Schema } from '../schema.ts';
import { NO_CONTACT } from './booking-streams.ts';
import { bookedRecords, hasBooking } from './booking-values.ts';
import type { Rows, Stream } from './keyset.ts';
import type { Filtered } from './known-values.ts';
import { type ListSearch, searchStreams } from './search.ts';
import { unindexedText } from './unindexed.ts';
import { distinctValues } from './values.ts';

/** Filters of contacts by their visits: bookings that take place. Times are epoch milliseconds. */
export interface VisitFilters {
  last_visit_before?: number | undefined;
  no_appointment_ahead?: boolean | undefined;
  service_id?: string | undefined;
  /** Divides visits from appointments ahead. */
  now: number;
}

/** Filters of contacts. */
export interface ContactFilters {
  phone?: string | undefined;
  email?: string | undefined;
  /** Words that the name must have. */
  name?: string | undefined;
  visits?: VisitFilters | undefined;
}

/** The visits of a contact: UTC in epoch milliseconds. */
export interface Visits {
  last: number | null;
  next: number | null;
}

export interface FoundContacts extends Filtered<ContactRow> {
  /** By contact, if contacts are filtered by them. */
  visits?: Map<string, Visits>;
}

type ContactRows = Rows<'contacts'>;

/** Contacts that are narrowed at a time: each takes some searches among its bookings. */
const SLICE = 500;
/** Contacts that are narrowed for a total. */
const COUNTED = 12_000;

/** The contacts of a team that match all filters, by name. */
export async function searchContacts(
  db: Db,
  teamId: string,
  filters: ContactFilters,
  search: ListSearch,
): Promise<FoundContacts> {
  const { visits } = filters;
  const active = visits ? (await distinctValues(db, teamId, 'bookings', 'status')).filter(isActiveStatus) : [];
  const booked = visits ? { active, ways: await waysToBookings(db, teamId) } : undefined;
  const found = await searchStreams([await contactStream(db, teamId, filters, booked)], {}, search);
  const rows =
    found.ids.length > 0 ? await db.selectFrom('contacts').selectAll().where('id', 'in', found.ids).execute() : [];
  const byId = new Map(rows.map((row) => [row.id, row]));
  const service = found.ids.length > 0 ? undefined : visits?.service_id;
  const isKnown = service === undefined || (await hasBooking(db, teamId, 'service_id', service));
  return {
    ...found,
    rows: found.ids.flatMap((id) => byId.get(id) ?? []),
    knownValues: isKnown ? {} : { service_id: await bookedRecords(db, teamId, 'service_id') },
    ...(visits && booked ? { visits: await readVisits(db, found.ids, booked, visits.now) } : {}),
  };
}

async function contactStream(
  db: Db,
  teamId: string,
  { phone, email, name, visits }: ContactFilters,
  booked: Booked | undefined,
): Promise<Stream<'contacts'>> {
  let rows: ContactRows = db.selectFrom('contacts').where('contacts.team_id', '=', teamId);
  const conditions: ((rows: ContactRows) => ContactRows)[] = [];
  const byPhone = phone === undefined ? undefined : await phoneKey(phone);
  const byEmail = email === undefined ? undefined : (addressKey(email) ?? '');
  if (byPhone !== undefined) rows = rows.where('contacts.phone_key', '=', byPhone);
  if (byPhone === undefined && byEmail !== undefined) rows = rows.where('contacts.email_key', '=', byEmail);
  if (byPhone !== undefined && byEmail !== undefined)
    conditions.push((some) => some.where(unindexedText('contacts.email_key'), '=', byEmail));
  if (visits && booked) conditions.push((some) => some.where((eb) => matchesVisits(eb, visits, booked)));
  const narrow = (some: ContactRows) => conditions.reduce((narrowed, condition) => condition(narrowed), some);
  return {
    db,
    rows,
    key: 'contacts.name_key',
    id: 'contacts.id',
    missing: '',
    narrow: conditions.length > 0 ? narrow : undefined,
    ...(name === undefined ? {} : { confirm: { column: 'contacts.name', isMatch: createMatcher(name) } }),
    sliceSize: SLICE,
    counted: COUNTED,
  };
}

/** What the bookings of a contact are that take place. */
interface Booked {
  /** Their statuses. */
  active: readonly string[];
  ways: readonly WayToBookings[];
}

/** A way to bookings of a contact, by an index that begins with the column. */
type WayToBookings = (bookings: ContactBookings) => ContactBookings;
type ContactBookings = SelectQueryBuilder<Schema, 'contacts' | 'bookings', object>;

const byContact: WayToBookings = (bookings) => bookings.whereRef('bookings.contact_id', '=', 'contacts.id');
const byKey =
  (booking: 'contact_phone_key' | 'contact_email_key', contact: 'phone_key' | 'email_key'): WayToBookings =>
  (bookings) =>
    bookings
      .whereRef('bookings.team_id', '=', 'contacts.team_id')
      .whereRef(`bookings.${booking}`, '=', `contacts.${contact}`)
      .where(unindexedText('bookings.contact_id'), '=', NO_CONTACT);

/** A booking without a contact belongs to the contacts with its telephone number or e-mail address. */
async function waysToBookings(db: Db, teamId: string): Promise<WayToBookings[]> {
  const isUnlinked = await hasBooking(db, teamId, 'contact_id', NO_CONTACT);
  if (!isUnlinked) return [byContact];
  return [byContact, byKey('contact_phone_key', 'phone_key'), byKey('contact_email_key', 'email_key')];
}

/**
 * Conditions on the bookings of a contact, each of which ends at the first booking that decides it. With `exists`, PostgreSQL
 * might read all bookings instead.
 */
function matchesVisits(
  eb: ExpressionBuilder<Schema, 'contacts'>,
  { last_visit_before: before, no_appointment_ahead: isFree, service_id: service, now }: VisitFilters,
  { active, ways }: Booked,
) {
  const first = (way: WayToBookings, from: number | undefined, to: number | undefined, serviceId?: string) => {
    let bookings = way(eb.selectFrom('bookings'))
      .select('bookings.id')
      .where(unindexedText('bookings.status'), 'in', active);
    if (from !== undefined) bookings = bookings.where('bookings.start_time', '>=', from);
    if (to !== undefined) bookings = bookings.where('bookings.start_time', '<', to);
    if (serviceId !== undefined) bookings = bookings.where(unindexedText('bookings.service_id'), '=', serviceId);
    return bookings.orderBy('bookings.start_time').limit(1);
  };
  const some = (...range: [from: number | undefined, to: number | undefined, serviceId?: string]) =>
    eb.or(ways.map((way) => eb(first(way, ...range), 'is not', null)));
  const none = (...range: [from: number | undefined, to: number | undefined]) =>
    eb.and(ways.map((way) => eb(first(way, ...range), 'is', null)));
  if (active.length === 0)
    return before === undefined && service === undefined ? sql<boolean>`1 = 1` : sql<boolean>`1 = 0`;
  return eb.and([
    ...(before === undefined ? [] : [some(undefined, Math.min(before, now)), none(before, now)]),
    ...(isFree ? [none(now, undefined)] : []),
    ...(service === undefined ? [] : [some(undefined, now, service)]),
  ]);
}

/** Reads the last visit and the next appointment of contacts. */
async function readVisits(
  db: Db,
  ids: readonly string[],
  { active, ways }: Booked,
  now: number,
): Promise<Map<string, Visits>> {
  const visits = new Map<string, Visits>();
  if (ids.length === 0 || active.length === 0) return visits;
  for (const way of ways) {
    const rows = await db
      .selectFrom('contacts')
      .select((eb) => {
        const booked = way(eb.selectFrom('bookings'))
          .select('bookings.start_time')
          .where(unindexedText('bookings.status'), 'in', active)
          .limit(1);
        return [
          'contacts.id as id',
          booked.where('bookings.start_time', '<', now).orderBy('bookings.start_time', 'desc').as('last'),
          booked.where('bookings.start_time', '>=', now).orderBy('bookings.start_time').as('next'),
        ];
      })
      .where('contacts.id', 'in', ids)
      .execute();
    for (const { id, last, next } of rows) {
      const before = visits.get(id);
      visits.set(id, {
        last: last !== null && last > (before?.last ?? Number.NEGATIVE_INFINITY) ? last : (before?.last ?? null),
        next: next !== null && next < (before?.next ?? Number.POSITIVE_INFINITY) ? next : (before?.next ?? null),
      });
    }
  }
  return visits;
}
