import { sql } from 'kysely';
import { isActiveStatus } from '../../../contract/index.ts';
import { addressKey, phoneKey } from '../../derived/keys.ts';
import { bookingStatuses } from '../bookings/shown-status.ts';
import { withOtherDetail } from '../contacts/other-details.ts';
import type { ContactRow, Db } from '../schema/schema.ts';
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
interface ContactFilters {
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
type Condition = (rows: ContactRows) => ContactRows;

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
  const streams = await contactStreams(db, teamId, filters, active);
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

/** The contacts with a number or address, and each that has it in a further field. */
async function contactStreams(
  db: Db,
  teamId: string,
  { phone, email, name, query, visits }: ContactFilters,
  active: readonly string[],
): Promise<Stream<'contacts'>[]> {
  const byPhone = phone === undefined ? undefined : await phoneKey(phone);
  const byEmail = email === undefined ? undefined : (addressKey(email) ?? '');
  const conditions: Condition[] = [];
  if (byPhone !== undefined && byEmail !== undefined) {
    const others = await idsWithOther(db, teamId, byEmail);
    conditions.push((some) =>
      some.where((eb) =>
        eb.or([
          eb(unindexedText('contacts.email_key'), '=', byEmail),
          ...(others.length > 0 ? [eb(unindexedText('contacts.id'), 'in', others)] : []),
        ]),
      ),
    );
  }
  if (visits) conditions.push(await visitsCondition(db, teamId, visits, active));
  const stream = (equal: Record<string, string>, ...own: Condition[]): Stream<'contacts'> => {
    const all = [...own, ...conditions];
    const narrow = (some: ContactRows) => all.reduce((narrowed, condition) => condition(narrowed), some);
    return {
      db,
      table: 'contacts',
      equal: { team_id: teamId, ...equal },
      key: 'contacts.name_key',
      id: 'contacts.id',
      missing: '',
      narrow: all.length > 0 ? narrow : undefined,
      match: wordMatch({ name, query }),
      sliceSize: SLICE,
      counted: COUNTED,
    };
  };
  const column = byPhone === undefined ? 'email_key' : 'phone_key';
  const value = byPhone ?? byEmail;
  if (value === undefined) return [stream({})];
  const isOther: Condition = (some) =>
    some.where(sql<string>`coalesce(${sql.ref(`contacts.${column}`)}, '')`, '<>', value);
  const others = await idsWithOther(db, teamId, value);
  return [stream({ [column]: value }), ...others.map((id) => stream({ id }, isOther))];
}

const idsWithOther = async (db: Db, teamId: string, value: string): Promise<string[]> =>
  (await withOtherDetail(db, teamId, value).execute()).map(({ contact_id }) => contact_id);
