import { isActiveStatus } from '../../../contract/index.ts';
import { addressKey, phoneKey } from '../../derived/keys.ts';
import type { ContactRow, Db } from '../schema.ts';
import { bookingStatuses } from '../shown-status.ts';
import type { Store } from '../store.ts';
import { searchAmong } from './among-candidates.ts';
import { bookedRecords, hasBooking } from './booking-values.ts';
import { readVisits, type VisitFilters, type Visits, visitsCondition } from './contact-visits.ts';
import { contactCandidates, wordMatch } from './contact-words.ts';
import type { Filtered } from './known-values.ts';
import { type ListSearch, searchStreams } from './search.ts';
import type { Rows, Stream } from './stream.ts';
import { unindexedText } from './unindexed.ts';

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

export interface FoundContacts extends Filtered<ContactRow> {
  /** By contact, if contacts are filtered by them. */
  visits?: Map<string, Visits>;
}

type ContactRows = Rows<'contacts'>;

/** Contacts that are narrowed at a time: each takes some searches among its bookings. */
const SLICE = 1_000;
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
  const active = visits ? (await bookingStatuses(db, teamId)).filter(isActiveStatus) : [];
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
    ...(visits ? { visits: await readVisits(db, teamId, found.ids, { active, now: visits.now }) } : {}),
  };
}

async function contactStream(
  db: Db,
  teamId: string,
  { phone, email, name, query, visits }: ContactFilters,
  active: readonly string[],
): Promise<Stream<'contacts'>> {
  const byPhone = phone === undefined ? undefined : await phoneKey(phone);
  const byEmail = email === undefined ? undefined : (addressKey(email) ?? '');
  const conditions: ((rows: ContactRows) => ContactRows)[] = [];
  if (byPhone !== undefined && byEmail !== undefined)
    conditions.push((some) => some.where(unindexedText('contacts.email_key'), '=', byEmail));
  if (visits) conditions.push(await visitsCondition(db, teamId, visits, active));
  const byAddress = byEmail === undefined ? {} : { email_key: byEmail };
  const narrow = (some: ContactRows) => conditions.reduce((narrowed, condition) => condition(narrowed), some);
  return {
    db,
    table: 'contacts',
    equal: { team_id: teamId, ...(byPhone === undefined ? byAddress : { phone_key: byPhone }) },
    key: 'contacts.name_key',
    id: 'contacts.id',
    missing: '',
    narrow: conditions.length > 0 ? narrow : undefined,
    match: wordMatch({ name, query }),
    sliceSize: SLICE,
    counted: COUNTED,
  };
}
