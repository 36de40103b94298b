import { sql } from 'kysely';
import type { Db } from '../schema/schema.ts';
import type { Store } from '../store.ts';

/** Calls that one transaction places: others write between two of them. */
const PLACED_AT_ONCE = 500;

/**
 * Numbers the calls of a team by their start, from the first that is not in order to the last. All positions have a call between the
 * transactions, so lists are complete meanwhile, and an ordering that was interrupted continues with the next one.
 */
export async function orderCallsByStart(store: Store, teamId: string): Promise<void> {
  const { first, last } = await store.readUncoordinated((db) => displacedCalls(db, teamId));
  if (first === null || last === null) return;
  for (let place = first; place <= last; place += PLACED_AT_ONCE) {
    await store.write((tx) => placeCalls(tx, teamId, place), { team: teamId });
  }
}

/** The first and last position with a call that belongs to another one; null if all are in order. */
async function displacedCalls(db: Db, teamId: string): Promise<{ first: number | null; last: number | null }> {
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select min(position) as first, max(position) as last
    from (
      select position, row_number() over (order by started_at, id) as place from calls where team_id = ${teamId}
    ) as ordered
    where position <> place`.execute(db);
  return rows[0] as (typeof rows)[0];
}

/** Moves the calls that follow the one before `place`, by start, to the positions from there on. Those that are there take theirs. */
async function placeCalls(tx: Db, teamId: string, place: number): Promise<void> {
  const ofTeam = tx.selectFrom('calls').select(['id', 'position']).where('team_id', '=', teamId);
  const present = await ofTeam
    .where('position', '>=', place)
    .where('position', '<', place + PLACED_AT_ONCE)
    .execute();
  const before = await tx
    .selectFrom('calls')
    .select(['started_at', 'id'])
    .where('team_id', '=', teamId)
    .where('position', '=', place - 1)
    .executeTakeFirst();
  const following = await ofTeam
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`(started_at, id) > (${before?.started_at}, ${before?.id})`),
    )
    .orderBy('started_at')
    .orderBy('id')
    .limit(present.length)
    .execute();
  const arriving = new Set(following.map(({ id }) => id));
  const leaving = present.filter(({ id }) => !arriving.has(id));
  const vacated = [...leaving, ...following]
    .map(({ position }) => position)
    .filter((position) => position < place || position >= place + following.length);
  const moves = [
    ...following.map((call, index) => ({ ...call, to: place + index })),
    ...leaving.map((call, index) => ({ ...call, to: vacated[index] as number })),
  ].filter(({ position, to }) => position !== to);
  if (moves.length === 0) return;
  const values = sql.join(moves.map(({ id, to }) => sql`(${id}, cast(${to} as integer))`));
  // Positions are unique at every moment, so they become negative first.
  await sql`
    with moved(id, place) as (values ${values})
    update calls set position = -moved.place from moved where moved.id = calls.id`.execute(tx);
  await sql`update calls set position = -position where team_id = ${teamId} and position < 0`.execute(tx);
}
