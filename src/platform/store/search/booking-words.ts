import { createRecordMatcher } from '../../../lib/search/record-matcher.ts';
import { hasTerms } from '../../../lib/search/terms.ts';
import { idWord } from '../../../lib/search/words.ts';
import { bookingTextOf } from '../../derived/words.ts';
import { shownStatusSql } from '../bookings/shown-status.ts';
import type { BookingRow, Db } from '../schema/schema.ts';
import type { Store } from '../store.ts';
import { MAX_LISTED_CANDIDATES } from './listed-words.ts';
import { type RowMatch, rowOf } from './stream.ts';
import { queryCandidates } from './word-candidates.ts';

/** The bookings that can match a query, and the decision about each. */
export interface BookingWords {
  /** Undefined if too many can match. */
  candidates: string[] | undefined;
  match: RowMatch;
}

const COLUMNS = [
  'id',
  'service_id',
  'staff_id',
  'contact_id',
  'call_reference',
  'contact_name',
  'contact_email',
  'contact_phone',
  'status',
  'notes',
  'overrides_json',
] as const;
type Row = Pick<BookingRow, (typeof COLUMNS)[number]>;

/**
 * Returns how bookings are searched for a query.
 * @param withNames whether the names of services and people, those at present, are searched.
 */
export async function bookingWords(
  store: Pick<Store, 'words' | 'readUncoordinated'>,
  teamId: string,
  query: string,
  withNames: boolean,
): Promise<BookingWords> {
  const names = await store.readUncoordinated((db) => readNames(db, withNames ? teamId : undefined));
  const selection = { kind: 'bookings', teamId, limit: MAX_LISTED_CANDIDATES } as const;
  const all = [...names.services, ...names.staff];
  const candidates = await queryCandidates(
    store,
    {
      ...selection,
      named: async (terms) => all.filter(([, name]) => hasTerms(name, terms)).map(([id]) => idWord(id)),
    },
    query,
  );
  const matches = createRecordMatcher(query);
  return {
    candidates,
    match: {
      columns: COLUMNS.map((column) => (column === 'status' ? shownStatusSql : `bookings.${column}`)),
      isMatch: (values) => {
        const booking = rowOf<Row>(COLUMNS, values);
        const [service, staff] = [names.services.get(booking.service_id), names.staff.get(booking.staff_id)];
        return matches(bookingTextOf(booking, { service, staff }));
      },
    },
  };
}

type Names = Record<'services' | 'staff', ReadonlyMap<string, string>>;

/** The names of all services and people that bookings of a team can have, by id; none without a team. */
async function readNames(db: Db, teamId: string | undefined): Promise<Names> {
  const namesOf = async (table: 'services' | 'staff') => {
    if (teamId === undefined) return new Map<string, string>();
    const rows = await db.selectFrom(table).select(['id', 'name']).where('team_id', '=', teamId).execute();
    return new Map(rows.map(({ id, name }) => [id, name]));
  };
  return { services: await namesOf('services'), staff: await namesOf('staff') };
}
