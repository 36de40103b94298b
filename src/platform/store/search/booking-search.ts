import { sql } from 'kysely';
import { ACTIVE, isActiveStatus } from '../../../contract/index.ts';
import { normalizeValue } from '../../../lib/stated-values.ts';
import { type NamedBooking, selectNamed } from '../bookings.ts';
import type { Db } from '../schema.ts';
import type { Rows, Stream } from './keyset.ts';
import type { Filtered } from './known-values.ts';
import { type ListSearch, searchStreams } from './search.ts';
import { distinctValues, MAX_VALUES } from './values.ts';

/** Filters of bookings. Times are epoch milliseconds, `to` exclusive. */
export interface BookingFilters {
  from?: number | undefined;
  to?: number | undefined;
  service_id?: string | undefined;
  staff_id?: string | undefined;
  contact_id?: string | undefined;
  status?: string | undefined;
}

type BookingRows = Rows<'bookings'>;

/** Bookings that are read at a time where filters narrow an index. */
const SLICE = 5_000;

/** The bookings of a team that match all filters, by start time. */
export async function searchBookings(
  db: Db,
  teamId: string,
  filters: BookingFilters,
  search: ListSearch,
): Promise<Filtered<NamedBooking>> {
  const statuses = filters.status === undefined ? undefined : await matchingStatuses(db, teamId, filters.status);
  const found = await searchStreams(bookingStreams(db, teamId, filters, statuses?.matching), timesOf(filters), search);
  const rows = found.ids.length > 0 ? await selectNamed(db).where('bookings.id', 'in', found.ids).execute() : [];
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    ...found,
    rows: found.ids.flatMap((id) => byId.get(id) ?? []),
    knownValues: found.ids.length > 0 ? {} : await unmatchedValues(db, teamId, filters, statuses),
  };
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
  const all = await distinctValues(db, teamId, 'bookings', 'status');
  const wanted = normalizeValue(status);
  const isMatch = status.toLowerCase() === ACTIVE ? isActiveStatus : (one: string) => normalizeValue(one) === wanted;
  return { all, matching: all.filter(isMatch) };
}

/** The filters by the id of another record, the most selective first: the first one that is given chooses the index. */
const REFERENCES = ['contact_id', 'staff_id', 'service_id'] as const;

function bookingStreams(
  db: Db,
  teamId: string,
  filters: BookingFilters,
  statuses: readonly string[] | undefined,
): Stream<'bookings'>[] {
  const ofTeam: BookingRows = db.selectFrom('bookings').where('bookings.team_id', '=', teamId);
  const [chosen, ...others] = REFERENCES.filter((name) => filters[name] !== undefined);
  const stream = (rows: BookingRows, narrow?: Stream<'bookings'>['narrow']): Stream<'bookings'> => ({
    db,
    rows,
    key: 'bookings.start_time',
    id: 'bookings.id',
    narrow,
    sliceSize: SLICE,
  });
  if (chosen === undefined) {
    if (statuses === undefined) return [stream(ofTeam)];
    return statuses.map((status) => stream(ofTeam.where(sql.ref('bookings.status'), '=', status)));
  }
  if (statuses?.length === 0) return [];
  const rows = ofTeam.where(`bookings.${chosen}`, '=', filters[chosen] ?? '');
  if (others.length === 0 && statuses === undefined) return [stream(rows)];
  const narrow = (wide: BookingRows) => {
    let narrowed = wide;
    for (const name of others) narrowed = narrowed.where(`bookings.${name}`, '=', filters[name] ?? '');
    return statuses === undefined ? narrowed : narrowed.where(sql.ref('bookings.status'), 'in', statuses);
  };
  return [stream(rows, narrow)];
}

/** Returns the values that bookings have, by the filters whose value none has. */
async function unmatchedValues(
  db: Db,
  teamId: string,
  filters: BookingFilters,
  statuses: Statuses | undefined,
): Promise<Filtered<never>['knownValues']> {
  const known: Filtered<never>['knownValues'] = {};
  if (statuses?.matching.length === 0) known.status = statuses.all.map((status) => ({ status }));
  for (const name of REFERENCES) {
    const id = filters[name];
    if (id === undefined || (await hasBooking(db, teamId, name, id))) continue;
    known[name] = name === 'contact_id' ? await anyContact(db, teamId) : await bookedRecords(db, teamId, name);
  }
  return known;
}

async function hasBooking(db: Db, teamId: string, column: (typeof REFERENCES)[number], id: string): Promise<boolean> {
  const rows = db.selectFrom('bookings').select('start_time').where('team_id', '=', teamId).where(column, '=', id);
  return (await rows.orderBy('start_time').limit(1).execute()).length > 0;
}

/** The contact of one booking, if there is any. */
async function anyContact(db: Db, teamId: string): Promise<Record<string, string>[]> {
  const rows = db.selectFrom('bookings').select('contact_id').where('team_id', '=', teamId);
  return (await rows.orderBy('start_time').limit(1).execute()).map(({ contact_id }) => ({ contact_id }));
}

/** The services or people that bookings have, with their names. */
async function bookedRecords(
  db: Db,
  teamId: string,
  column: 'service_id' | 'staff_id',
): Promise<Record<string, string>[]> {
  const ids = await distinctValues(db, teamId, 'bookings', column);
  if (ids.length === 0) return [];
  const [table, name] =
    column === 'service_id' ? (['services', 'service_name'] as const) : (['staff', 'staff_name'] as const);
  const rows = await db.selectFrom(table).select(['id', 'name']).where('id', 'in', ids).limit(MAX_VALUES).execute();
  const names = new Map(rows.map((row) => [row.id, row.name]));
  return ids.map((id) => ({ [column]: id, [name]: names.get(id) ?? id }));
}
