import { sql } from 'kysely';
import type { Reach } from '../engine.ts';
import type { Db } from '../schema.ts';

/** The first half of all advisory locks of this program, so that they are not those of another: "rcpt". */
const SPACE = 0x72637074;
/** The second half of the lock on everything. Teams' locks are in a space of their own. */
const EVERYTHING = 0;
const TEAMS = SPACE + 1;

/**
 * Gives a writing transaction to itself what `reach` says, until its end. Every statement after this one sees what
 * earlier holders committed, because transactions here are read committed. Locks are always taken in this order,
 * everything before a team, so that they cannot make two transactions wait for each other.
 */
export async function lock(tx: Db, reach: Reach): Promise<void> {
  if (reach === 'rows') return;
  if (reach === 'all') {
    await sql`select pg_advisory_xact_lock(${SPACE}::int, ${EVERYTHING}::int)`.execute(tx);
  } else {
    // Two teams whose names have the same hash wait for each other now and then, which is harmless.
    await sql`select pg_advisory_xact_lock_shared(${SPACE}::int, ${EVERYTHING}::int),
      pg_advisory_xact_lock(${TEAMS}::int, hashtext(${reach.team}))`.execute(tx);
  }
}
