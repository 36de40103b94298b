import { sql } from 'kysely';
import type { Db } from '../store/schema/schema.ts';
import { NO_CONTACT, NO_STAFF } from '../store/search/booking-streams.ts';

/**
 * What rows have in place of a field that their record lacks. Searches that read such a field are not answered from rows: the
 * records themselves say that it is missing. Filters by staff member, outcome and language count these rows.
 */
export const PLACEHOLDERS = {
  bookings: { status: '', service_id: '', staff_id: NO_STAFF, contact_id: NO_CONTACT, created_at: 0 },
  calls: { status: '', direction: '', outcome: '', language: '', duration_seconds: -1 },
} as const;

/** A field of rows, with its table. */
export type MirroredField = {
  [T in keyof typeof PLACEHOLDERS]: `${T}.${keyof (typeof PLACEHOLDERS)[T] & string}`;
}[keyof typeof PLACEHOLDERS];

/** Each field is found by an index of the platform, or by one of the mirror: `migration.ts`. */
const FIELDS = Object.entries(PLACEHOLDERS).flatMap(([table, fields]) =>
  Object.entries(fields).map(([column, value]) => ({
    table,
    column,
    value,
    name: `${table}.${column}` as MirroredField,
  })),
);

/** Returns the fields that at least one record lacks. */
export async function missingFields(db: Db, teamId: string): Promise<Set<MirroredField>> {
  const found = FIELDS.map(
    ({ table, column, value, name }) =>
      sql`exists (select 1 from ${sql.table(table)} where team_id = ${teamId} and ${sql.ref(column)} = ${sql.lit(value)}) as ${sql.id(name)}`,
  );
  const { rows } = await sql<Record<string, number>>`select ${sql.join(found)}`.execute(db);
  return new Set(FIELDS.flatMap(({ name }) => (rows[0]?.[name] ? [name] : [])));
}
