import { sql } from 'kysely';
import type { Db, NumberedKind } from './schema/schema.ts';

/** Rows of a team from which something is not computed yet, or in an earlier way. */
interface Underived {
  kind: NumberedKind;
  teamId: string;
  /** One of `derived/versions.ts`. In statements it is a literal, as in its index. */
  version: number;
  limit: number;
}

/** Returns the ids of underived rows; undefined if there are more than `limit`. */
export async function underivedIds(db: Db, { kind, teamId, version, limit }: Underived): Promise<string[] | undefined> {
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(kind)}
    where team_id = ${teamId} and derived_version < ${sql.lit(version)}
    limit ${limit + 1}`.execute(db);
  return rows.length > limit ? undefined : rows.map(({ id }) => id);
}
