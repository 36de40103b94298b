import { sql } from 'kysely';
import type { Db } from '../schema.ts';

/** Distinct values of a column that are read. */
export const MAX_VALUES = 50;

/**
 * Returns the distinct values of a column among the records of a team, from an index on the team and the column: each takes
 * one search in it, however many records have it.
 */
export async function distinctValues(
  db: Db,
  teamId: string,
  table: 'bookings' | 'calls',
  column: string,
): Promise<string[]> {
  const values: string[] = [];
  while (values.length < MAX_VALUES) {
    const last = values.at(-1);
    let next = db
      .selectFrom(table)
      .select(sql.ref<string>(column).as('value'))
      .where('team_id', '=', teamId)
      .orderBy(sql.ref(column))
      .limit(1);
    if (last !== undefined) next = next.where(sql.ref(column), '>', last);
    const [found] = await next.execute();
    if (!found) break;
    values.push(found.value);
  }
  return values;
}
