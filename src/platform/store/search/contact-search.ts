import { type ExpressionBuilder, sql } from 'kysely';
import { isActiveStatus } from '../../../contract/index.ts';
import { addressKey, phoneKey } from '../../derived/keys.ts';
import type { ContactRow, Db, Schema } from '../schema.ts';
import type { Store } from '../store.ts';
import { searchAmong } from './among-candidates.ts';
import { bookedRecords, hasBooking } from './booking-values.ts';
import { contactCandidates, wordConfirmation } from './contact-words.ts';
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
  /** Words that the contact must have in any text, or its id. */
  query?: string | undefined;
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
  store: Pick<Store, 'words' | 'readUncoordinated'>,
  teamId: string,
  filters: ContactFilters,
  search: ListSearch,
): Promise<FoundContacts> {
  const candidates = await contactCandidates(store, teamId, filters);
  return store.readUncoordinated((db) => searchIn(db, teamId, filters, search, candidates));
}

/** @param candidates the ids of all contacts that can have the words; undefined if any can. */
async function searchIn(
  db: Db,
  teamId: string,
  filters: ContactFilters,
  search: ListSearch,
  candidates: readonly string[] | undefined,
): Promise<FoundContacts> {
  const { visits } = filters;
  const active = visits ? (await distinctValues(db, teamId, 'bookings', 'status')).filter(isActiveStatus) : [];
  const streams = [await contactStream(db, teamId, filters, active)];
  const found = await (candidates ? searchAmong(streams, {}, candidates, search) : searchStreams(streams, {}, search));
  const rows =
    found.ids.length > 0 ? await db.selectFrom('contacts').selectAll().where('id', 'in', found.ids).execute() : [];
  const byId = new Map(rows.map((row) => [row.id, row]));
  const service = found.ids.length > 0 ? undefined : visits?.service_id;
  const isKnown = service === undefined || (await hasBooking(db, teamId, 'service_id', service));
  return {
    ...found,
    rows: found.ids.flatMap((id) => byId.get(id) ?? []),
    knownValues: isKnown ? {} : { service_id: await bookedRecords(db, teamId, 'service_id') },
    ...(visits ? { visits: await readVisits(db, found.ids, active, visits.now) } : {}),
  };
}

async function contactStream(
  db: Db,
  teamId: string,
  { phone, email, name, query, visits }: ContactFilters,
  active: readonly string[],
): Promise<Stream<'contacts'>> {
  let rows: ContactRows = db.selectFrom('contacts').where('contacts.team_id', '=', teamId);
  const conditions: ((rows: ContactRows) => ContactRows)[] = [];
  const byPhone = phone === undefined ? undefined : await phoneKey(phone);
  const byEmail = email === undefined ? undefined : (addressKey(email) ?? '');
  if (byPhone !== undefined) rows = rows.where('contacts.phone_key', '=', byPhone);
  if (byPhone === undefined && byEmail !== undefined) rows = rows.where('contacts.email_key', '=', byEmail);
  if (byPhone !== undefined && byEmail !== undefined)
    conditions.push((some) => some.where(unindexedText('contacts.email_key'), '=', byEmail));
  if (visits) conditions.push((some) => some.where((eb) => matchesVisits(eb, visits, active)));
  const narrow = (some: ContactRows) => conditions.reduce((narrowed, condition) => condition(narrowed), some);
  return {
    db,
    rows,
    key: 'contacts.name_key',
    id: 'contacts.id',
    missing: '',
    narrow: conditions.length > 0 ? narrow : undefined,
    confirm: wordConfirmation({ name, query }),
    sliceSize: SLICE,
    counted: COUNTED,
  };
}

/**
 * Conditions on the bookings of a contact, each of which ends at the first booking that decides it. With `exists`, PostgreSQL
 * might read all bookings instead.
 */
function matchesVisits(
  eb: ExpressionBuilder<Schema, 'contacts'>,
  { last_visit_before: before, no_appointment_ahead: isFree, service_id: service, now }: VisitFilters,
  active: readonly string[],
) {
  const booked = (from: number | undefined, to: number | undefined, serviceId?: string) => {
    let bookings = eb
      .selectFrom('bookings')
      .select('bookings.id')
      .whereRef('bookings.contact_id', '=', 'contacts.id')
      .where(unindexedText('bookings.status'), 'in', active);
    if (from !== undefined) bookings = bookings.where('bookings.start_time', '>=', from);
    if (to !== undefined) bookings = bookings.where('bookings.start_time', '<', to);
    if (serviceId !== undefined) bookings = bookings.where(unindexedText('bookings.service_id'), '=', serviceId);
    return bookings.orderBy('bookings.start_time').limit(1);
  };
  if (active.length === 0)
    return before === undefined && service === undefined ? sql<boolean>`1 = 1` : sql<boolean>`1 = 0`;
  return eb.and([
    ...(before === undefined
      ? []
      : [eb(booked(undefined, Math.min(before, now)), 'is not', null), eb(booked(before, now), 'is', null)]),
    ...(isFree ? [eb(booked(now, undefined), 'is', null)] : []),
    ...(service === undefined ? [] : [eb(booked(undefined, now, service), 'is not', null)]),
  ]);
}

/** Reads the last visit and the next appointment of contacts. */
async function readVisits(
  db: Db,
  ids: readonly string[],
  active: readonly string[],
  now: number,
): Promise<Map<string, Visits>> {
  if (ids.length === 0 || active.length === 0) return new Map();
  const rows = await db
    .selectFrom('contacts')
    .select((eb) => {
      const booked = eb
        .selectFrom('bookings')
        .select('bookings.start_time')
        .whereRef('bookings.contact_id', '=', 'contacts.id')
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
  return new Map(rows.map(({ id, last, next }) => [id, { last, next }]));
}
