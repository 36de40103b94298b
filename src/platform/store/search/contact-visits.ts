import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { ERASED_NAME } from '../../../contract/index.ts';
import { contactNameKey } from '../../derived/keys.ts';
import { shownStatusSql } from '../bookings/shown-status.ts';
import { isErased } from '../erasure/is-erased.ts';
import type { Db, Schema } from '../schema/schema.ts';
import { NO_CONTACT } from './booking-streams.ts';
import { hasBooking } from './booking-values.ts';
import type { Rows } from './stream.ts';
import { unindexedText } from './unindexed.ts';

/** Filters of contacts by their visits: bookings that take place. Times are epoch milliseconds. */
export interface VisitFilters {
  last_visit_before?: number | undefined;
  no_appointment_ahead?: boolean | undefined;
  service_id?: string | undefined;
  /** Divides visits from appointments ahead. */
  now: number;
}

/** The visits of a contact: UTC in epoch milliseconds. */
export interface Visits {
  last: number | null;
  next: number | null;
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

/** Returns the condition that contacts match filters by visits. @param active the statuses of bookings that take place. */
export async function visitsCondition(db: Db, teamId: string, filters: VisitFilters, active: readonly string[]) {
  const ways = await waysToBookings(db, teamId);
  const changed = await fewChangedContacts(db, teamId);
  return (contacts: Rows<'contacts'>) =>
    contacts.where((eb) => eb.and([isReachable(eb, teamId), matchesVisits(eb, filters, { active, ways, changed })]));
}

/**
 * A customer whose data were erased is asked back by no business. The erased ones are found by the key of their name, so that the other contacts are still counted by an index.
 */
const isReachable = (eb: ExpressionBuilder<Schema, 'contacts'>, teamId: string) =>
  eb(
    unindexedText('contacts.id'),
    'not in',
    eb
      .selectFrom('contacts as erased')
      .select('erased.id')
      .where('erased.team_id', '=', teamId)
      .where('erased.name_key', '=', contactNameKey(ERASED_NAME))
      .where(isErased('erased')),
  );

/** What is known of the bookings of a team before its contacts are read. */
interface KnownBookings {
  /** The statuses of bookings that take place. */
  active: readonly string[];
  ways: readonly WayToBookings[];
  /** All contacts of which the last start that is stored may be outdated; undefined if there are more than a few. */
  changed: readonly string[] | undefined;
}

/** To look for each contact among those that have changed takes as long as the rest, and mostly none or few have. */
const FEW_CHANGED = 20;

/** A booking that changes after this read is not in the answer: its contact is shown as it was before. */
async function fewChangedContacts(db: Db, teamId: string): Promise<string[] | undefined> {
  const rows = await db
    .selectFrom('changed_bookings')
    .select('contact_id')
    .distinct()
    .where('team_id', '=', teamId)
    .orderBy('contact_id')
    .limit(FEW_CHANGED + 1)
    .execute();
  return rows.length > FEW_CHANGED ? undefined : rows.flatMap(({ contact_id: id }) => id ?? []);
}

/**
 * Conditions on the bookings of a contact, each of which ends at the first booking that decides it. With `exists`, PostgreSQL
 * might read all bookings instead.
 */
function matchesVisits(
  eb: ExpressionBuilder<Schema, 'contacts'>,
  { last_visit_before: before, no_appointment_ahead: isFree, service_id: service, now }: VisitFilters,
  { active, ways, changed: fewChanged }: KnownBookings,
) {
  const first = (way: WayToBookings, from: number | undefined, to: number | undefined, serviceId?: string) => {
    let bookings = way(eb.selectFrom('bookings')).select('bookings.id').where(shownStatusSql, 'in', active);
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
  const until = before === undefined ? now : Math.min(before, now);
  const booked = [
    ...(before === undefined ? [] : [some(undefined, until), none(before, now)]),
    ...(isFree ? [none(now, undefined)] : []),
  ];
  const byService = service === undefined ? [] : [some(undefined, now, service)];
  // The start of the last booking is stored of bookings with a contact.
  if (booked.length === 0 || ways.length > 1) return eb.and([...booked, ...byService]);
  const last = eb
    .selectFrom('customers')
    .select('last_start')
    .whereRef('customers.team_id', '=', 'contacts.team_id')
    .whereRef('customers.contact_id', '=', 'contacts.id')
    .limit(1);
  // With an appointment ahead, the last booking is no visit.
  const undecided = [...isChanged(eb, fewChanged), ...(isFree ? [] : [sql<boolean>`${last} >= ${now}`])];
  const isBefore =
    before === undefined ? sql<boolean>`coalesce(${last}, ${now - 1}) < ${now}` : sql<boolean>`${last} < ${until}`;
  const isMatch =
    undecided.length === 0
      ? isBefore
      : sql<boolean>`case when ${eb.or(undecided)} then ${eb.and(booked)} else ${isBefore} end`;
  return eb.and([isMatch, ...byService]);
}

/** The condition that the last start that is stored of a contact may be outdated; empty if no contact has changed. */
function isChanged(eb: ExpressionBuilder<Schema, 'contacts'>, few: readonly string[] | undefined) {
  if (few !== undefined) return few.length === 0 ? [] : [eb(unindexedText('contacts.id'), 'in', few)];
  const changed = eb
    .selectFrom('changed_bookings')
    .select('changed_bookings.contact_id')
    .whereRef('changed_bookings.team_id', '=', 'contacts.team_id')
    .whereRef('changed_bookings.contact_id', '=', 'contacts.id')
    .limit(1);
  return [eb(changed, 'is not', null)];
}

/** Reads the last visit and the next appointment of contacts. */
export async function readVisits(
  db: Db,
  teamId: string,
  ids: readonly string[],
  { active, now }: { active: readonly string[]; now: number },
): Promise<Map<string, Visits>> {
  const visits = new Map<string, Visits>();
  if (ids.length === 0 || active.length === 0) return visits;
  for (const way of await waysToBookings(db, teamId)) {
    const rows = await db
      .selectFrom('contacts')
      .select((eb) => {
        const booked = way(eb.selectFrom('bookings'))
          .select('bookings.start_time')
          .where(shownStatusSql, 'in', active)
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
