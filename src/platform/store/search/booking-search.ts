import { ACTIVE, isActiveStatus } from '../../../contract/index.ts';
import { normalizeValue } from '../../../lib/stated-values.ts';
import { type NamedBooking, selectNamed } from '../bookings/bookings.ts';
import { bookingStatuses } from '../bookings/shown-status.ts';
import type { Db } from '../schema/schema.ts';
import type { Store } from '../store.ts';
import { positionsAmong, searchAmong } from './among-candidates.ts';
import { type BookingFilters, bookingStreams, NO_STAFF } from './booking-streams.ts';
import { hasBooking, unmatchedReferences } from './booking-values.ts';
import { type BookingWords, bookingWords } from './booking-words.ts';
import { type Filtered, knownParts } from './known-values.ts';
import { matchedBy } from './listed-words.ts';
import { countStreams, type ListSearch, searchStreams } from './search.ts';

/** The bookings of a team that match all filters, by start time. */
export async function searchBookings(
  store: Pick<Store, 'words' | 'readUncoordinated'>,
  teamId: string,
  { query, withNames, ...filters }: BookingFilters & BookingQuery,
  search: ListSearch,
): Promise<Filtered<NamedBooking>> {
  const words = query === undefined ? undefined : await bookingWords(store, teamId, query, withNames);
  return store.readUncoordinated((db) => searchIn(db, teamId, filters, search, words));
}

interface BookingQuery {
  /** Words that a booking must have; or its id, reference or that of another record. */
  query?: string | undefined;
  /** Whether the query is searched in the names of services and people, too. */
  withNames: boolean;
}

async function searchIn(
  db: Db,
  teamId: string,
  filters: BookingFilters,
  search: ListSearch,
  words: BookingWords | undefined,
): Promise<Filtered<NamedBooking>> {
  const statuses = filters.status === undefined ? undefined : await matchingStatuses(db, teamId, filters.status);
  const streams = matchedBy(await bookingStreams(db, teamId, filters, statuses?.matching), words?.match);
  const range = timesOf(filters);
  const found = await (words?.candidates
    ? searchAmong(streams, range, words.candidates, search)
    : searchStreams(streams, range, search));
  const undecided = await countUndecided(db, teamId, filters, statuses?.matching, words);
  const rows = found.ids.length > 0 ? await selectNamed(db).where('bookings.id', 'in', found.ids).execute() : [];
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    ...found,
    rows: found.ids.flatMap((id) => byId.get(id) ?? []),
    knownValues: found.ids.length > 0 ? {} : await unmatchedValues(db, teamId, filters, statuses),
    ...(undecided > 0 ? { undecided } : {}),
  };
}

/** Returns the number of bookings that match all filters but that by staff member, and name none: only another platform has such. */
async function countUndecided(
  db: Db,
  teamId: string,
  filters: BookingFilters,
  statuses: readonly string[] | undefined,
  words: BookingWords | undefined,
): Promise<number> {
  if (filters.staff_id === undefined || !(await hasBooking(db, teamId, 'staff_id', NO_STAFF))) return 0;
  const others = await bookingStreams(db, teamId, { ...filters, staff_id: NO_STAFF }, statuses);
  const [streams, range] = [matchedBy(others, words?.match), timesOf(filters)];
  if (!words?.candidates) return (await countStreams(streams, range)).atLeast;
  return (await positionsAmong(streams, range, words.candidates, 'asc')).length;
}

const timesOf = ({ from, to }: BookingFilters) => ({
  from: from === undefined ? undefined : { key: from, isIncluded: true },
  to: to === undefined ? undefined : { key: to, isIncluded: false },
});

interface Statuses {
  /** All statuses of the team's bookings. */
  all: string[];
  matching: string[];
}

async function matchingStatuses(db: Db, teamId: string, status: string): Promise<Statuses> {
  const all = await bookingStatuses(db, teamId);
  const wanted = normalizeValue(status);
  const isMatch = status.toLowerCase() === ACTIVE ? isActiveStatus : (one: string) => normalizeValue(one) === wanted;
  return { all, matching: all.filter(isMatch) };
}

/** Returns the values that bookings have, by the filters whose value none has. */
async function unmatchedValues(
  db: Db,
  teamId: string,
  filters: BookingFilters,
  statuses: Statuses | undefined,
): Promise<Filtered<never>['knownValues']> {
  const known: Filtered<never>['knownValues'] = {};
  if (statuses?.matching.length === 0) known.status = knownParts('status', statuses.all);
  return { ...known, ...(await unmatchedReferences(db, teamId, filters)) };
}
