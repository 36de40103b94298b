import type { Db } from '../schema/schema.ts';
import { type KnownValues, MAX_KNOWN_VALUES } from './known-values.ts';
import { distinctValues } from './values.ts';

/** Columns of bookings with the id of another record. */
const REFERENCES = ['service_id', 'staff_id', 'contact_id'] as const;
type Reference = (typeof REFERENCES)[number];

/** Returns the values that bookings of a team have, by the references whose value none has. */
export async function unmatchedReferences(
  db: Db,
  teamId: string,
  filters: { readonly [name in Reference]?: string | undefined },
): Promise<KnownValues> {
  const known: KnownValues = {};
  for (const name of REFERENCES) {
    const id = filters[name];
    if (id === undefined || (await hasBooking(db, teamId, name, id))) continue;
    known[name] = name === 'contact_id' ? await anyContact(db, teamId) : await bookedRecords(db, teamId, name);
  }
  return known;
}

/** True if a team has a booking with another record. */
export async function hasBooking(db: Db, teamId: string, column: Reference, id: string): Promise<boolean> {
  const rows = db.selectFrom('bookings').select('start_time').where('team_id', '=', teamId).where(column, '=', id);
  return (await rows.orderBy('start_time').limit(1).execute()).length > 0;
}

/** The contact of one booking, if there is any: that there are bookings is enough. */
async function anyContact(db: Db, teamId: string): Promise<Record<string, string>[]> {
  const rows = db.selectFrom('bookings').select('contact_id').where('team_id', '=', teamId);
  return (await rows.orderBy('start_time').limit(1).execute()).map(({ contact_id }) => ({ contact_id }));
}

/** The services or people that bookings have, with their names. */
export async function bookedRecords(
  db: Db,
  teamId: string,
  column: 'service_id' | 'staff_id',
): Promise<Record<string, string>[]> {
  const ids = (await distinctValues(db, teamId, 'bookings', column)).slice(0, MAX_KNOWN_VALUES);
  if (ids.length === 0) return [];
  const [table, name] =
    column === 'service_id' ? (['services', 'service_name'] as const) : (['staff', 'staff_name'] as const);
  const rows = await db
    .selectFrom(table)
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .limit(MAX_KNOWN_VALUES)
    .execute();
  const names = new Map(rows.map((row) => [row.id, row.name]));
  return ids.map((id) => ({ [column]: id, [name]: names.get(id) ?? id }));
}
