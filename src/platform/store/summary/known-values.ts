import { normalizeValue } from '../../../lib/stated-values.ts';
import type { Db } from '../schema.ts';
import { distinctValues, MAX_VALUES } from '../search/values.ts';
import { statusVerdict } from './booking-sums.ts';
import type { SummaryQuestion } from './question.ts';

/** Values that records have, by the name of a filter, as parts of records. */
export type KnownValues = Record<string, Record<string, string>[]>;

const REFERENCES = ['contact_id', 'staff_id', 'service_id'] as const;
type Reference = (typeof REFERENCES)[number];

/** Returns the values that bookings of a team have, by the filters of a question whose value none has. */
export async function unmatchedBookingValues(
  db: Db,
  { teamId, filters }: Pick<SummaryQuestion, 'teamId' | 'filters'>,
): Promise<KnownValues> {
  const known: KnownValues = {};
  if (filters.status !== undefined) {
    const statuses = await distinctValues(db, teamId, 'bookings', 'status');
    if (!statuses.some(statusVerdict(filters.status))) known.status = statuses.map((status) => ({ status }));
  }
  for (const name of REFERENCES) {
    const id = filters[name];
    if (id === undefined || (await firstBooking(db, teamId, name, id))) continue;
    known[name] = name === 'contact_id' ? await someContact(db, teamId) : await bookedRecords(db, teamId, name);
  }
  return known;
}

function firstBooking(db: Db, teamId: string, column?: Reference, id = '') {
  const rows = db.selectFrom('bookings').select('contact_id').where('team_id', '=', teamId);
  return (column ? rows.where(column, '=', id) : rows).orderBy('start_time').limit(1).executeTakeFirst();
}

/** The contact of one booking, if there is any: that there are bookings is enough. */
async function someContact(db: Db, teamId: string): Promise<Record<string, string>[]> {
  const first = await firstBooking(db, teamId);
  return first ? [{ contact_id: first.contact_id }] : [];
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

/** The columns with which a value is compared, by the filter. */
const CALL_COLUMNS = { status: ['status', 'outcome'], outcome: ['outcome'], direction: ['direction'] } as const;

/** Returns the values that calls of a team have, by the filters of a question whose value none has. */
export async function unmatchedCallValues(
  db: Db,
  { teamId, filters }: Pick<SummaryQuestion, 'teamId' | 'filters'>,
): Promise<KnownValues> {
  const known: KnownValues = {};
  for (const [name, columns] of Object.entries(CALL_COLUMNS)) {
    const wanted = filters[name as keyof typeof CALL_COLUMNS];
    if (wanted === undefined) continue;
    const values: Record<string, string>[] = [];
    for (const column of columns) {
      const own = await distinctValues(db, teamId, 'calls', column);
      values.push(...own.map((value) => ({ [column]: value })));
    }
    const isKnown = values.some((part) =>
      Object.values(part).some((one) => normalizeValue(one) === normalizeValue(wanted)),
    );
    if (!isKnown) known[name] = values;
  }
  return known;
}
