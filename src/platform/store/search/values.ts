import { sql } from 'kysely';
import type { Db } from '../schema/schema.ts';

/** Values that are read with one statement. */
const PIECE = 500;

/**
 * Returns the distinct values of a column among the records of a team, in order, from an index on the team and the column:
 * each takes one search in it, however many records have it.
 */
export async function distinctValues(
  db: Db,
  teamId: string,
  table: 'bookings' | 'calls',
  column: string,
): Promise<string[]> {
  const values: string[] = [];
  for (;;) {
    const { rows } = await statement(teamId, table, column, values.at(-1)).execute(db);
    values.push(...rows.map(({ value }) => value));
    if (rows.length < PIECE) return values;
  }
}

/** Reads the values after `last`. Neither engine skips in an index from one value to the next by itself. */
function statement(teamId: string, table: string, column: string, last: string | undefined) {
  const [name, from] = [sql.ref(column), sql.table(table)];
  const isLater = last === undefined ? sql`` : sql`and ${name} > ${last}`;
  return sql<{ value: string }>`
    with recursive found(value) as (
      select * from (select ${name} from ${from} where team_id = ${teamId} ${isLater} order by ${name} limit 1) as earliest
      union all
      select (select ${name} from ${from} where team_id = ${teamId} and ${name} > found.value order by ${name} limit 1)
      from found
      where found.value is not null
    )
    select value from found where value is not null limit ${PIECE}`;
}
